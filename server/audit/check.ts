/** What a rule of the books looks like. Each names what breaks it; honest books have nothing of the kind. */

/** A rule with a statement of its own. */
export interface Check {
	/** The rule, as a sentence. */
	rule: string;
	/** Gives a row for every place where the rule is broken. */
	text: string;
}

/** Several rules that are asked in one reading: the ledger and the votes are long. */
export interface RowChecks {
	/** From clause with the rows that are looked at. */
	from: string;
	/** Columns that lead back to a row. */
	example: string;
	/** `broken`: the condition under which a row breaks the rule. */
	rules: readonly { rule: string; broken: string }[];
}
