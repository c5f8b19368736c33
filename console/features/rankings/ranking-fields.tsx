/** Form fields of a ranking. Title and cover can be edited at any time, rules only until the ranking opens. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { isLink } from '../../lib/form/link.ts';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import type { RankingValues } from './ranking-values.ts';
import { RuleFields } from './rule-fields.tsx';

interface Props {
	draft: Draft<RankingValues>;
	/** True once the ranking has opened. */
	frozen: boolean;
	readOnly: boolean;
	siteGems: number | undefined;
	/** Fields above the others. */
	children?: ReactNode;
}

export function RankingFields({ draft, frozen, readOnly, siteGems, children }: Props) {
	const { t } = useLingui();
	const { values, set, errorOf } = draft;
	const linkWrong = !isLink(values.cover_link_url);
	return (
		<div className="editor-columns">
			<div className="editor-column">
				{children}
				<TextField
					label={t`Title`}
					error={errorOf('title')}
					value={values.title}
					onChange={(event) => set({ title: event.target.value })}
				/>
				<RuleFields draft={draft} frozen={frozen} siteGems={siteGems} />
			</div>
			<div className="editor-column">
				<PictureField
					label={t`Cover`}
					shape={[16, 9]}
					value={values.cover}
					disabled={readOnly}
					removable
					onChange={(cover) => set({ cover })}
				/>
				<TextField
					label={t`Cover alt text`}
					hint={t`For fans who cannot see it.`}
					error={errorOf('cover_alt')}
					value={values.cover_alt}
					onChange={(event) => set({ cover_alt: event.target.value })}
				/>
				<TextField
					label={t`Cover link`}
					error={linkWrong ? t`Start the link with https:// or /` : errorOf('cover_link_url')}
					value={values.cover_link_url}
					onChange={(event) => set({ cover_link_url: event.target.value })}
				/>
			</div>
		</div>
	);
}
