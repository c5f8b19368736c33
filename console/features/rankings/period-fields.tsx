/** The period of a ranking: by its first and last day, or to the minute. The end is stored as exclusive. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import type { ErrorOf } from '../../lib/form/field-errors.ts';
import { dayAfter, localText, minuteBefore } from '../../lib/format/local-time.ts';
import { useSiteZone } from '../../lib/session/operator.tsx';

interface Props {
	starts: string;
	ends: string;
	disabled: boolean;
	errorOf: ErrorOf;
	onChange: (period: { starts_local?: string; ends_local?: string }) => void;
}

const MIDNIGHT = 'T00:00';
const isWholeDays = ({ starts, ends }: Pick<Props, 'starts' | 'ends'>) =>
	[starts, ends].every((local) => local === '' || local.endsWith(MIDNIGHT));

export function PeriodFields(props: Props) {
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

function Days({ starts, ends, disabled, errorOf, onChange }: Props) {
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

function Minutes({ starts, ends, disabled, errorOf, onChange }: Props) {
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
