/** Hours in which a fan wants no reminder, by the clock of their own time zone. */
import { timeOfDay } from './message.ts';
import type { Quiet } from './sql.ts';

const DAY_MINUTES = 1_440;

/**
 * Returns the seconds until the fan's quiet hours end, and 0 outside of them. Not asked of PostgreSQL: a zone that it no longer
 * knows, after a move to another machine, would fail the whole part. A fan of such a zone has no quiet hours.
 */
export function quietSeconds({ timezone, quietFrom, quietUntil, now }: Quiet & { timezone: string }): number {
	if (quietFrom === quietUntil) return 0;
	const minute = minuteOfDay(timezone, now);
	if (minute === null) return 0;
	const isQuiet =
		quietFrom < quietUntil ? minute >= quietFrom && minute < quietUntil : minute >= quietFrom || minute < quietUntil;
	return isQuiet ? ((quietUntil - minute + DAY_MINUTES) % DAY_MINUTES) * 60 : 0;
}

function minuteOfDay(timezone: string, now: number): number | null {
	try {
		// By the minute, so that all fans of a zone share one kept text.
		const [hours = '', minutes = ''] = timeOfDay('en-GB', timezone, now - (now % 60)).split(':');
		return Number(hours) * 60 + Number(minutes);
	} catch {
		return null;
	}
}
