/** Holds the run's report against the specification. Pure. */
import type { Row } from './row.ts';

export interface Outcome {
	/** With the titles of what it stands in. */
	fullName: string;
	status: string;
}

/** Returns one line per fault: rows without a passing test, and ids in tests that no row has. */
export function unprovenRows(rows: readonly Row[], outcomes: readonly Outcome[]): string[] {
	const proofs = new Map<string, boolean>();
	for (const { fullName, status } of outcomes) {
		for (const id of idsIn(fullName)) proofs.set(id, (proofs.get(id) ?? true) && status === 'passed');
	}
	const known = new Map(rows.map((row) => [row.id, row]));
	const strangers = [...proofs.keys()].filter((id) => !known.has(id));
	return [
		...rows
			.filter(({ id }) => !proofs.get(id))
			.map(({ id, statement }) => `${id} ${proofs.has(id) ? 'failed' : 'was not proven'}: ${statement}`),
		...strangers.map((id) => `${id} is no row of the specification`),
	];
}

/** `[S2-07]`, `[S2-07, S5-03]`. */
function idsIn(title: string): string[] {
	const lists = title.match(/\[S\d+-\d+(?:, S\d+-\d+)*\]/g) ?? [];
	return lists.flatMap((list) => list.match(/S\d+-\d+/g) ?? []);
}
