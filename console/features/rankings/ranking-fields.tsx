/** Form fields of a ranking. Title and cover can be edited at any time, rules only until the ranking opens. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import type { Draft, Editable } from '../../lib/form/editable.ts';
import { DateTimeField, DayField } from '../../lib/form/fields.tsx';
import type { FieldsOf } from '../../lib/form/fields-of.tsx';
import { dayAfter, localText, minuteBefore } from '../../lib/format/time.ts';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import type { RankingValues } from './proposals.ts';

interface RankingFieldsProps {
	edited: Editable<RankingValues>;
	/** True once the ranking has opened. */
	frozen?: boolean;
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
}

/** `first`: the fields of a new ranking above the others. */
export function useRankingFields(
	{ edited: { draft }, frozen: fixed = false, siteGems }: RankingFieldsProps,
	first: Pick<FieldsOf<RankingValues>, 'ranking_type' | 'ranking_key'> = { ranking_type: null, ranking_key: null },
): FieldsOf<RankingValues> {
	const { t } = useLingui();
	const may = useMay();
	return {
		...first,
		draft: null,
		title: { label: t`Title` },
		starts_local: { label: t`Starts`, render: () => <PeriodFields draft={draft} disabled={fixed} /> },
		// One part of the form sets both.
		ends_local: { label: t`Ends before`, render: () => null },
		gems_per_vote: {
			label: t`Gems per vote`,
			hint:
				siteGems === undefined || draft.values.gems_per_vote === siteGems
					? t`The site’s price.`
					: t`The site’s price is ${siteGems}. Leave empty to use it.`,
			fixed: fixed || !may(editEconomy),
		},
		votes_per_fan_max: { label: t`Votes per fan`, hint: t`Leave empty for no limit.`, fixed },
		review_hours: {
			label: t`Review period (hours)`,
			hint: t`Time after the end in which cases are decided before the result is final.`,
			fixed,
		},
		cover_media_id: { label: t`Cover`, shape: [16, 9], beside: true },
		cover_alt: { label: t`Cover alt text`, hint: t`For fans who cannot see it.`, beside: true },
		cover_link_url: { label: t`Cover link`, beside: true },
	};
}

const MIDNIGHT = 'T00:00';

/** The period: by its first and last day, or to the minute. The end is stored as exclusive. */
function PeriodFields({ draft, disabled }: { draft: Draft<RankingValues>; disabled: boolean }) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const [exact, setExact] = useState(false);
	const { field, set, errorOf } = draft;
	const { starts_local: starts, ends_local: ends } = draft.values;
	const wholeDays = [starts, ends].every((local) => local === '' || local.endsWith(MIDNIGHT));
	const midnight = (day: string) => (day === '' ? '' : `${day}${MIDNIGHT}`);
	const dayOf = (local: string) => local.split('T')[0] ?? '';
	const lastMinute = localText(minuteBefore(ends) ?? '');
	return (
		<>
			<div className="editor-pair">
				{exact || !wholeDays ? (
					<>
						<DateTimeField label={t`Starts`} disabled={disabled} {...field('starts_local')} />
						<DateTimeField
							label={t`Ends before`}
							hint={lastMinute && t`The last vote counts at ${lastMinute} ${zoneName}.`}
							disabled={disabled}
							{...field('ends_local')}
						/>
					</>
				) : (
					<>
						<DayField
							label={t`First day (${zoneName})`}
							error={errorOf('starts_local')}
							disabled={disabled}
							value={dayOf(starts)}
							onChange={(day) => set({ starts_local: midnight(day) })}
						/>
						<DayField
							label={t`Last day (${zoneName})`}
							error={errorOf('ends_local')}
							disabled={disabled}
							// A text that is no time stands as it was typed.
							value={dayOf(minuteBefore(ends) ?? ends)}
							onChange={(day) => set({ ends_local: midnight(dayAfter(day) ?? day) })}
						/>
					</>
				)}
			</div>
			{!disabled && wholeDays && (
				<CheckboxField
					label={t`Set times of day`}
					checked={exact}
					onChange={(event) => setExact(event.target.checked)}
				/>
			)}
		</>
	);
}
