/** Rules of a ranking. They are fixed once it opens. */
import { useLingui } from '@lingui/react/macro';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { PeriodFields } from './period-fields.tsx';
import type { RankingValues } from './ranking-values.ts';

interface Props {
	draft: Draft<RankingValues>;
	frozen: boolean;
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
}

export function RuleFields({ draft: { values, set, errorOf }, frozen, siteGems }: Props) {
	const { t } = useLingui();
	const may = useMay();
	return (
		<>
			<PeriodFields
				starts={values.starts_local}
				ends={values.ends_local}
				disabled={frozen}
				errorOf={errorOf}
				onChange={set}
			/>
			<NumberField
				label={t`Gems per vote`}
				hint={
					siteGems === undefined || values.gems_per_vote === siteGems
						? t`The site’s price.`
						: t`The site’s price is ${siteGems}. Leave empty to use it.`
				}
				error={errorOf('gems_per_vote')}
				disabled={frozen || !may(editEconomy)}
				value={values.gems_per_vote}
				onChange={(gems) => set({ gems_per_vote: gems })}
			/>
			<NumberField
				label={t`Votes per fan`}
				hint={t`Leave empty for no limit.`}
				error={errorOf('votes_per_fan_max')}
				disabled={frozen}
				value={values.votes_per_fan_max}
				onChange={(most) => set({ votes_per_fan_max: most })}
			/>
			<NumberField
				label={t`Review period (hours)`}
				hint={t`Time after the end in which cases are decided before the result is final.`}
				error={errorOf('review_hours')}
				disabled={frozen}
				value={values.review_hours}
				onChange={(hours) => set({ review_hours: hours })}
			/>
		</>
	);
}
