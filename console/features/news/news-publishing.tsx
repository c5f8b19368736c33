/** Publishes an article: what it needs, how fans will see it, and when. */
import { Trans, useLingui } from '@lingui/react/macro';
import { localNow, localText } from '../../lib/format/local-time.ts';
import type { Check } from '../../lib/publishing/checklist.tsx';
import { PublishActions, type PublishActionsProps } from '../../lib/publishing/publish-actions.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { ArticlePreview } from './article-preview.tsx';
import type { NewsValues } from './news-values.ts';

interface Props extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save'> {
	values: NewsValues;
	stored: NewsValues;
}

export function NewsPublishing({ values, stored, ...ways }: Props) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const checks = useChecks(values);
	const later = values.publish_local > localNow(timezone);
	return (
		<PublishActions
			{...ways}
			published={!stored.hidden}
			title={later ? t`Schedule ${values.title}?` : t`Publish ${values.title}?`}
			action={later ? t`Schedule` : t`Publish`}
			checks={checks}
			preview={<ArticlePreview values={values} />}
			when={
				later ? (
					<Trans>
						Fans see it from {localText(values.publish_local)} {zoneName}.
					</Trans>
				) : (
					<Trans>Fans see it at once.</Trans>
				)
			}
		/>
	);
}

function useChecks({ cover, cover_alt: alt, content_raw: raw }: NewsValues): Check[] {
	const { t } = useLingui();
	return [
		raw === ''
			? { key: 'text', state: 'advice', text: t`No text: fans see the title and the cover only` }
			: { key: 'text', state: 'done', text: t`Text` },
		cover === null
			? { key: 'cover', state: 'advice', text: t`No cover: lists and shared links show an empty picture` }
			: { key: 'cover', state: 'done', text: t`Cover` },
		cover !== null && alt === ''
			? { key: 'alt', state: 'advice', text: t`No alt text: fans who cannot see the cover miss it` }
			: { key: 'alt', state: 'done', text: t`Alt text` },
	];
}
