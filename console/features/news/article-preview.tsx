/** Previews an article as its page will show it: cover, title, and the text as the server lets it through. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { previewHtml } from '#contract/operator/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { call } from '../../lib/api/call.ts';
import { markup, wideAddress } from '../../lib/preview/element.ts';
import { FanFrame } from '../../lib/preview/fan-frame.tsx';
import type { NewsValues } from './news-values.ts';

export function ArticlePreview({ values }: { values: NewsValues }) {
	const { t } = useLingui();
	const { content_raw: raw, title, cover, cover_alt: alt } = values;
	const { data, isError } = useQuery({
		queryKey: ['preview-html', raw],
		queryFn: ({ signal }) => call(previewHtml, { body: { raw } }, { signal }),
	});
	if (isError) return <Trans>The preview could not be loaded.</Trans>;
	if (!data) return <Skeleton className="rich-text-skeleton" />;
	const image = cover ? markup('img', { src: wideAddress(cover.url), alt }) : '';
	const body = `${markup('h1', {}, title)}${image}<div class="prose">${data.html}</div>`;
	return <FanFrame padded title={t`As fans see it`} body={body} />;
}
