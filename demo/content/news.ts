/** News of the demo world: articles and videos, the latest first. */
import data from './news.json' with { type: 'json' };

export interface DemoNews {
	title: string;
	coverAlt: string;
	/** One that begins with `# ` is a heading. */
	paragraphs: string[];
	/** Film above the text. */
	clip?: ClipName | undefined;
}

type ClipName = 'trails' | 'ocean' | 'rings';

type ArticleRow = [title: string, coverAlt: string, ...paragraphs: string[]];

export const articles: readonly DemoNews[] = (data.articles as ArticleRow[]).map(
	([title, coverAlt, ...paragraphs]) => ({
		title,
		coverAlt,
		paragraphs,
	}),
);

/** The film that looks most like the cover: nothing comes from elsewhere. */
type VideoRow = [title: string, clip: ClipName, coverAlt: string, paragraph: string];

export const videos: readonly DemoNews[] = (data.videos as VideoRow[]).map(([title, clip, coverAlt, paragraph]) => ({
	clip,
	title,
	coverAlt,
	paragraphs: [paragraph, 'In this demo a short silent loop stands in for the film.'],
}));
