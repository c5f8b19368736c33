/** Hours in which nothing is sent: it comes when they end, if it is still of use. */
import { Trans } from '@lingui/react/macro';
import type { Reminders } from '#contract/push.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';

interface QuietHoursProps {
	reminders: Reminders;
	onChange: (changed: Partial<Reminders>) => void;
}

const NIGHT = { quiet_from: 22 * 60, quiet_until: 8 * 60 };

export function QuietHours({ reminders, onChange }: QuietHoursProps) {
	const { quiet_from, quiet_until, timezone } = reminders;
	const quiet = quiet_from !== quiet_until;
	/** The zone is the one in which the fan sets the hours. */
	const save = (changed: Partial<Reminders>) =>
		onChange({ ...changed, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });
	return (
		<div className="reminder-quiet">
			<CheckboxField
				label={<Trans>Quiet hours</Trans>}
				checked={quiet}
				onChange={(event) => save(event.target.checked ? NIGHT : { quiet_from: 0, quiet_until: 0 })}
			/>
			{quiet && (
				<div className="reminder-quiet-times">
					<TextField
						key={`from ${quiet_from}`}
						label={<Trans>From</Trans>}
						type="time"
						defaultValue={clockOf(quiet_from)}
						onBlur={(event) => saveTime('quiet_from', event.target.value)}
					/>
					<TextField
						key={`until ${quiet_until}`}
						label={<Trans>Until</Trans>}
						type="time"
						defaultValue={clockOf(quiet_until)}
						onBlur={(event) => saveTime('quiet_until', event.target.value)}
					/>
				</div>
			)}
			{quiet && (
				<p>
					<Trans>Times are yours: {timezone}</Trans>
				</p>
			)}
		</div>
	);

	function saveTime(name: 'quiet_from' | 'quiet_until', clock: string) {
		const minute = minuteOf(clock);
		if (minute !== null && minute !== reminders[name]) save({ [name]: minute });
	}
}

function clockOf(minute: number): string {
	const two = (number: number) => String(number).padStart(2, '0');
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function minuteOf(clock: string): number | null {
	const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
	return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
