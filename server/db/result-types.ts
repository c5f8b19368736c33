/** How values of the database become JavaScript's. */
import pg from 'pg';

/** Counts and gems stay below 2^53 (API conventions), so bigint comes back as a number, checked. */
function safeInteger(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
	return value;
}
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, safeInteger);
types.setTypeParser(pg.types.builtins.NUMERIC, safeInteger);
// A birthday has no time zone; a Date would give it one.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
