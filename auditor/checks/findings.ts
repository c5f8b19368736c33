/** Collects what the checks find: the first fault of each, and how many there are. */
import { CHECK_NAMES, type CheckName, type CheckReport } from './list.ts';

export class Findings {
	readonly #reports = new Map<CheckName, CheckReport>(
		CHECK_NAMES.map((name) => [name, { name, status: 'pass', note: null, leaf: null, faults: 0 }]),
	);

	#of(name: CheckName): CheckReport {
		return this.#reports.get(name) as CheckReport;
	}

	fail(name: CheckName, note: string, leaf: number | null = null): void {
		const report = this.#of(name);
		report.faults += 1;
		// A fault may be found late: the first one is the one with the lowest index.
		if (report.status === 'fail' && (leaf === null || leaf >= (report.leaf ?? -1))) return;
		Object.assign(report, { status: 'fail', note, leaf });
	}

	/** Has no effect on a check that has failed. */
	skip(name: CheckName, note: string): void {
		const report = this.#of(name);
		if (report.status !== 'fail') Object.assign(report, { status: 'skip', note });
	}

	remark(name: CheckName, note: string): void {
		const report = this.#of(name);
		if (report.status === 'pass') report.note = note;
	}

	has(name: CheckName): boolean {
		return this.#of(name).status === 'fail';
	}

	list(): CheckReport[] {
		return [...this.#reports.values()];
	}
}
