/** Each has a name, the sentence that holds if it passes, and never more than one meaning. */
export const CHECKS = {
	signature: 'The checkpoint is signed by the key',
	origin: 'The checkpoint names the log that the key belongs to',
	bundles: 'Every bundle holds exactly its leaves, and not a byte more',
	root: 'The leaves give the root that was signed',
	grammar: 'Every leaf can be read',
	rules: 'The log begins with its rules, and every revision can be read',
	frozen: 'After the first vote, start, end, price, limit and times of review stay, and no candidate goes',
	extensions: 'This program knows every rule',
	ranking: 'Every leaf belongs to this ranking',
	candidates: 'Every vote is for a candidate who was listed before',
	window: 'Every vote was cast between start and end',
	time: 'No entry is much older than one before it',
	price: 'Every vote was paid: tickets times gems per vote',
	once: 'No vote is there twice',
	cap: 'No fan gave more votes than the rules allow',
	cases: 'Every case comes before its voids and says how many there are at most',
	objections: 'No case voids a vote before its time for objections is over',
	voids: 'Every void takes back one earlier vote, whole and once',
	restores: 'Every restore gives back one earlier void of its case, whole and once',
	close: 'The close says how many votes came before it, and none follows',
	end: 'Nothing follows the result',
	result: 'The result is bound to the leaves before it',
	tally: 'The votes that the result counts are those of the recount',
	order: 'The result lists the candidates by their counted votes',
	older: 'The log begins with the older checkpoints',
	receipt: 'The vote of the proof is in the log',
	promise: 'The vote of the receipt was listed by its deadline',
} as const;

export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

/** `skip`: there was nothing to check, or another fault made the check impossible. */
export type Status = 'pass' | 'fail' | 'skip';

export interface CheckReport<Name extends string = CheckName> {
	name: Name;
	status: Status;
	/** The first fault, the reason of a skip, or a remark; null if there is nothing to say. */
	note: string | null;
	/** Index of the leaf of the first fault. Null if the fault is in no leaf. */
	leaf: number | null;
	faults: number;
}

/** Decided before the leaves are read. */
const EARLY: readonly string[] = ['signature', 'origin', 'bundles'];

/** Collects the first fault of each check, and how many there are. */
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

	/** Skips everything that was not decided before the log broke off. */
	skipOthers(note: string): void {
		for (const name of this.#reports.keys()) if (!EARLY.includes(name)) this.skip(name, note);
	}

	list(): CheckReport<Name>[] {
		return [...this.#reports.values()];
	}
}

/** A second for people to read. What is beyond any calendar stays a number. */
export const utc = (second: number): string =>
	second > 8e12 ? String(second) : `${new Date(second * 1_000).toISOString().slice(0, 19)}Z`;

/** Where a check that several audits share reports its faults. */
export type Reports<Name extends string> = Pick<Findings<Name>, 'fail'>;
