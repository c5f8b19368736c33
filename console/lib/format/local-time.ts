/** Local times as forms hold them: `YYYY-MM-DDTHH:MM`, without a zone. They sort as texts. */

/** Returns the time of now in a zone. */
export function localNow(timezone: string, now = Date.now()): string {
	return new Date(now).toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 16).replace(' ', 'T');
}

/** Formats a local time: `Dec 1, 2026, 00:00`. */
export function localText(local: string): string {
	return localFormat.format(new Date(`${local}Z`)).replace(', 24:', ', 00:');
}

/** Formats the day of a local time: `Dec 1, 2026`. */
export function dayText(local: string): string {
	return dayFormat.format(new Date(`${local.slice(0, 10)}T00:00Z`));
}

/** Returns the minute before: ends are exclusive. */
export function minuteBefore(local: string): string {
	return new Date(new Date(`${local}Z`).getTime() - 60_000).toISOString().slice(0, 16);
}

/** Returns the day after `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
	return new Date(new Date(`${day}T00:00Z`).getTime() + 86_400_000).toISOString().slice(0, 10);
}

const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en', day);
const localFormat = new Intl.DateTimeFormat('en', { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
