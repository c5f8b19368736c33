/** Form fields of a ranking. Title and cover can be edited at any time, rules only until the ranking opens. */
import { useLingui } from '@lingui/react/macro';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { NumberField } from '../../lib/form/number-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { isLink } from '../../lib/form/link.ts';
import type { RankingValues } from './ranking-values.ts';

interface Props {
	draft: Draft<RankingValues>;
	/** True once the ranking has opened. */
	frozen: boolean;
	readOnly: boolean;
}

export function RankingFields({ draft: { values, set }, frozen, readOnly }: Props) {
	const { t } = useLingui();
	const linkWrong = !isLink(values.cover_link_url);
	return (
		<>
			<PictureField
				label={t`Cover`}
				shape={[16, 9]}
				value={values.cover}
				disabled={readOnly}
				removable
				onChange={(cover) => set({ cover })}
			/>
			<TextField label={t`Title`} value={values.title} onChange={(event) => set({ title: event.target.value })} />
			<RankingRules draft={{ values, set }} frozen={frozen} />
			<TextField
				label={t`Cover alt text`}
				hint={t`For fans who cannot see it.`}
				value={values.cover_alt}
				onChange={(event) => set({ cover_alt: event.target.value })}
			/>
			<TextField
				label={t`Cover link`}
				error={linkWrong ? t`Start the link with https:// or /` : null}
				value={values.cover_link_url}
				onChange={(event) => set({ cover_link_url: event.target.value })}
			/>
		</>
	);
}

function RankingRules({
	draft: { values, set },
	frozen,
}: {
	draft: Pick<Props['draft'], 'values' | 'set'>;
	frozen: boolean;
}) {
	const { t } = useLingui();
	const may = useMay();
	return (
		<>
			<div className="editor-pair">
				<DateTimeField
					label={t`Starts`}
					disabled={frozen}
					value={values.starts_local}
					onChange={(starts) => set({ starts_local: starts })}
				/>
				<DateTimeField
					label={t`Ends before`}
					disabled={frozen}
					value={values.ends_local}
					onChange={(ends) => set({ ends_local: ends })}
				/>
			</div>
			<div className="editor-trio">
				<NumberField
					label={t`Gems per vote`}
					disabled={frozen || !may(editEconomy)}
					value={values.gems_per_vote}
					onChange={(gems) => set({ gems_per_vote: gems })}
				/>
				<NumberField
					label={t`Votes per fan`}
					hint={t`Leave empty for no limit.`}
					disabled={frozen}
					value={values.votes_per_fan_max}
					onChange={(most) => set({ votes_per_fan_max: most })}
				/>
				<NumberField
					label={t`Review (hours)`}
					disabled={frozen}
					value={values.review_hours}
					onChange={(hours) => set({ review_hours: hours })}
				/>
			</div>
		</>
	);
}
