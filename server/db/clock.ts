/** Compares the clock of the database, which decides all times of the site, with that of this process. */
import type { Db } from '#server/kernel/database.ts';
import { epochMs, sql } from '#server/kernel/sql.ts';

/** Both follow time servers, so they differ by milliseconds. */
const DIFFERENCE_MAX_S = 5;

/** Returns how many seconds the database is ahead of this process. Time that the answer took counts for neither. */
export async function readClockDifference(db: Db): Promise<number> {
	const asked = Date.now();
	const startedAt = performance.now();
	const told = await sql`select ${epochMs('clock_timestamp()')}`.value<number>(db);
	const latest = asked + (performance.now() - startedAt);
	return (told > latest ? told - latest : Math.min(0, told - asked)) / 1000;
}

/** Returns a sentence for operators if the clocks differ. */
export function clockFault(seconds: number): string | null {
	if (Math.abs(seconds) <= DIFFERENCE_MAX_S) return null;
	const by = Math.round(Math.abs(seconds));
	return `the clock of the database is ${by} s ${seconds > 0 ? 'ahead of' : 'behind'} that of this process`;
}
