/** Collects what the checks find: the first fault of each, and how many there are. */
import type { CheckName, CheckReport } from './list.ts';

export class Findings<Name extends string = CheckName> {
	readonly #reports: Map<Name, CheckReport<Name>>;

	constructor(names: readonly Name[]) {
		this.#reports = new Map(names.map((name) => [name, { name, status: 'pass', note: null, leaf: null, faults: 0 }]));
	}

	#of(name: Name): CheckReport<Name> {
		return this.#reports.get(name) as CheckReport<Name>;
	}

	fail(name: Name, note: string, leaf: number | null = null): void {
		const report = this.#of(name);
		report.faults += 1;
		// A fault may be found late: the first one is the one with the lowest index.
		if (report.status === 'fail' && (leaf === null || leaf >= (report.leaf ?? -1))) return;
		Object.assign(report, { status: 'fail', note, leaf });
	}

	/** Has no effect on a check that has failed. */
	skip(name: Name, note: string): void {
		const report = this.#of(name);
		if (report.status !== 'fail') Object.assign(report, { status: 'skip', note });
	}

	remark(name: Name, note: string): void {
		const report = this.#of(name);
		if (report.status === 'pass') report.note = note;
	}

	has(name: Name): boolean {
		return this.#of(name).status === 'fail';
	}

	list(): CheckReport<Name>[] {
		return [...this.#reports.values()];
	}
}

/** Where a check that several audits share reports its faults. */
export interface Reports<Name extends string> {
	fail(name: Name, note: string, leaf?: number | null): void;
}
