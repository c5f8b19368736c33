/** Holds the run's report against the specification. */
import { readFileSync } from 'node:fs';

/** One statement of the specification, and how it is known to be kept. */
export interface Row {
	/** `S2-07`: the seventh row of section 2. A test that proves it carries `[S2-07]` in its title. */
	id: string;
	statement: string;
}

/** A line for each: its id, a space, the statement. */
export const specification: readonly Row[] = readFileSync(new URL('specification.txt', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.map((line) => ({ id: line.slice(0, line.indexOf(' ')), statement: line.slice(line.indexOf(' ') + 1) }));

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
