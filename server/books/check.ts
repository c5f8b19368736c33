/** Types of the audit's rules and of what it finds. Each rule selects the rows that break it; correct books have none. */

/** By the rule, as a sentence: a statement that returns a row for every place where it is broken. */
export type Checks = Readonly<Record<string, string>>;

/** Several rules that are checked in one scan, because the ledger and the votes are large. */
export interface RowChecks {
	/** From clause with the rows that are looked at. */
	from: string;
	/** Columns that lead back to a row. */
	example: string;
	/** By the rule: the condition under which a row breaks it. */
	rules: Readonly<Record<string, string>>;
}

/** Rules that honest books break while the database's clock is set back or ahead. */
export const TIME_RULES: readonly string[] = [
	'every vote was answered with as many tickets as the artist had, to a minute',
	'no vote was cast while its ranking was paused',
];

/** What an audit says of a rule. */
export interface Finding {
	/** The rule, as a sentence. */
	rule: string;
	broken: number;
	/** The first row that breaks it. */
	example: Record<string, unknown> | null;
}
