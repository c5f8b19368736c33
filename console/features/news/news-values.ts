/** Values of the news editor. */
import type { ConsoleNews } from '#contract/operator/news.ts';
import type { Picture } from '../../lib/media/picture-field.tsx';
import type { NewsBody } from './get-news.ts';

export interface NewsValues {
	/** Null if the article is not stored yet. */
	news_id: number | null;
	version: number;
	category_id: number | null;
	title: string;
	cover: Picture | null;
	cover_alt: string;
	content_raw: string;
	/** Empty: as soon as it is published. */
	publish_local: string;
	hidden: boolean;
}

export const noNews: NewsValues = {
	news_id: null,
	version: 0,
	category_id: null,
	title: '',
	cover: null,
	cover_alt: '',
	content_raw: '',
	publish_local: '',
	hidden: true,
};

export const newsValuesOf = (news: ConsoleNews): NewsValues => ({
	news_id: news.news_id,
	version: news.version,
	category_id: news.category_id,
	title: news.title,
	cover: news.cover,
	cover_alt: news.cover_alt,
	content_raw: news.content_raw,
	publish_local: news.publish_local,
	hidden: news.hidden,
});

/** `now` stands for a time that was not chosen. */
export const newsBodyOf = (values: NewsValues, categoryId: number, now: string): NewsBody => ({
	title: values.title,
	category_id: values.category_id ?? categoryId,
	cover_media_id: values.cover?.media_id ?? null,
	cover_alt: values.cover_alt,
	content_raw: values.content_raw,
	publish_local: values.publish_local || now,
	hidden: values.hidden,
});
