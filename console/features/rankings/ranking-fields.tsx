/** Form fields of a ranking. Title and cover can be edited at any time, rules only until the ranking opens. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import type { Draft } from '../../lib/form/editable.ts';
import { DateTimeField, DayField, isLink, NumberField } from '../../lib/form/fields.tsx';
import { dayAfter, localText, minuteBefore } from '../../lib/format/time.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import type { RankingValues } from './ranking-values.ts';

interface RankingFieldsProps {
	draft: Draft<RankingValues>;
	/** True once the ranking has opened. */
	frozen: boolean;
	readOnly: boolean;
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
	/** Fields above the others. */
	children?: ReactNode;
}

export function RankingFields({ draft, frozen, readOnly, siteGems, children }: RankingFieldsProps) {
	const { t } = useLingui();
	const may = useMay();
	const { values, text, field, errorOf } = draft;
	return (
		<div className="editor-columns">
			<div className="editor-column">
				{children}
				<TextField label={t`Title`} {...text('title')} />
				<PeriodFields draft={draft} disabled={frozen} />
				<NumberField
					label={t`Gems per vote`}
					hint={
						siteGems === undefined || values.gems_per_vote === siteGems
							? t`The site’s price.`
							: t`The site’s price is ${siteGems}. Leave empty to use it.`
					}
					disabled={frozen || !may(editEconomy)}
					{...field('gems_per_vote')}
				/>
				<NumberField
					label={t`Votes per fan`}
					hint={t`Leave empty for no limit.`}
					disabled={frozen}
					{...field('votes_per_fan_max')}
				/>
				<NumberField
					label={t`Review period (hours)`}
					hint={t`Time after the end in which cases are decided before the result is final.`}
					disabled={frozen}
					{...field('review_hours')}
				/>
			</div>
			<div className="editor-column">
				<PictureField label={t`Cover`} shape={[16, 9]} disabled={readOnly} removable {...field('cover')} />
				<TextField label={t`Cover alt text`} hint={t`For fans who cannot see it.`} {...text('cover_alt')} />
				<TextField
					label={t`Cover link`}
					{...text('cover_link_url')}
					error={isLink(values.cover_link_url) ? errorOf('cover_link_url') : t`Start the link with https:// or /`}
				/>
			</div>
		</div>
	);
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
