/** Reads a moment of an operator. Without its zone it would be read in the machine's own, which they may not know. */
import { StartRefused } from '#server/config/refused.ts';

/** @throws {StartRefused} */
export function momentOf(name: string, text: string): Date {
	const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
	const moment = new Date(text);
	if (isWhole && !Number.isNaN(moment.getTime())) return moment;
	throw new StartRefused(`${name} needs its zone, such as 2026-11-30T23:59:59+09:00`);
}
