/**
 * The time of day as a fan's language and zone write it. A format takes about 10 KB outside of the heap, where the garbage
 * collector does not see it, and half a millisecond: one for each of 100,000 reminders took 800 MB. So texts are kept.
 */
const KEPT_MAX = 1_000;

const kept = new Map<string, string>();

/** @param at epoch seconds */
export function timeOfDay(language: string, timeZone: string, at: number): string {
	const key = `${language} ${timeZone} ${at}`;
	const before = kept.get(key);
	if (before !== undefined) return before;
	const format = new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit' });
	const text = format.format(new Date(at * 1000));
	if (kept.size >= KEPT_MAX) kept.clear();
	kept.set(key, text);
	return text;
}
