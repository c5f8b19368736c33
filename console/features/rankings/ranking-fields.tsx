/** Form fields of a ranking. Title and cover can be edited at any time, rules only until the ranking opens. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField, isLink, NumberField } from '../../lib/form/fields.tsx';
import type { Draft } from '../../lib/form/editable.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import type { RankingValues } from './ranking-values.ts';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import type { ErrorOf } from '../../lib/form/field-errors.ts';
import { dayAfter, localText, minuteBefore } from '../../lib/format/time.ts';

interface RankingFieldsProps {
	draft: Draft<RankingValues>;
	/** True once the ranking has opened. */
	frozen: boolean;
	readOnly: boolean;
	siteGems: number | undefined;
	/** Fields above the others. */
	children?: ReactNode;
}

export function RankingFields({ draft, frozen, readOnly, siteGems, children }: RankingFieldsProps) {
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

interface Props {
	draft: Draft<RankingValues>;
	frozen: boolean;
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
}

/** Rules of a ranking. They are fixed once it opens. */
function RuleFields({ draft: { values, set, errorOf }, frozen, siteGems }: Props) {
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

interface PeriodFieldsProps {
	starts: string;
	ends: string;
	disabled: boolean;
	errorOf: ErrorOf;
	onChange: (period: { starts_local?: string; ends_local?: string }) => void;
}

const MIDNIGHT = 'T00:00';
const isWholeDays = ({ starts, ends }: Pick<PeriodFieldsProps, 'starts' | 'ends'>) =>
	[starts, ends].every((local) => local === '' || local.endsWith(MIDNIGHT));

/** The period of a ranking: by its first and last day, or to the minute. The end is stored as exclusive. */
function PeriodFields(props: PeriodFieldsProps) {
	const { t } = useLingui();
	const [exact, setExact] = useState(false);
	const byMinute = exact || !isWholeDays(props);
	return (
		<>
			<div className="editor-pair">{byMinute ? <Minutes {...props} /> : <Days {...props} />}</div>
			{!props.disabled && isWholeDays(props) && (
				<CheckboxField
					label={t`Set times of day`}
					checked={exact}
					onChange={(event) => setExact(event.target.checked)}
				/>
			)}
		</>
	);
}

function Days({ starts, ends, disabled, errorOf, onChange }: PeriodFieldsProps) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const midnight = (day: string) => (day === '' ? '' : `${day}${MIDNIGHT}`);
	return (
		<>
			<TextField
				type="date"
				label={t`First day (${zoneName})`}
				error={errorOf('starts_local')}
				disabled={disabled}
				value={starts.slice(0, 10)}
				onChange={({ target }) => onChange({ starts_local: midnight(target.value) })}
			/>
			<TextField
				type="date"
				label={t`Last day (${zoneName})`}
				error={errorOf('ends_local')}
				disabled={disabled}
				value={ends === '' ? '' : minuteBefore(ends).slice(0, 10)}
				onChange={({ target }) => onChange({ ends_local: target.value === '' ? '' : midnight(dayAfter(target.value)) })}
			/>
		</>
	);
}

function Minutes({ starts, ends, disabled, errorOf, onChange }: PeriodFieldsProps) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	return (
		<>
			<DateTimeField
				label={t`Starts`}
				error={errorOf('starts_local')}
				disabled={disabled}
				value={starts}
				onChange={(local) => onChange({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Ends before`}
				hint={ends === '' ? null : t`The last vote counts at ${localText(minuteBefore(ends))} ${zoneName}.`}
				error={errorOf('ends_local')}
				disabled={disabled}
				value={ends}
				onChange={(local) => onChange({ ends_local: local })}
			/>
		</>
	);
}
