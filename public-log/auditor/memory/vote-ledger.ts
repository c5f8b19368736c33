/** The votes of a log by the index of their leaves, for voids and restores to point to; and the recount of all. */

const CHUNK = 65_536;

type Chunk = Float64Array | Uint8Array;

/** A column of numbers that grows without copying what it holds: a log may have more leaves than arrays of objects can take. */
export class Column {
	readonly #make: new (length: number) => Chunk;
	readonly #chunks: Chunk[] = [];

	/** `make`: Uint8Array for numbers below 256. */
	constructor(make: new (length: number) => Chunk = Float64Array) {
		this.#make = make;
	}

	/** 0 if nothing was set. */
	get(index: number): number {
		return this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? 0;
	}

	set(index: number, value: number): void {
		const at = Math.floor(index / CHUNK);
		const chunk = (this.#chunks[at] ??= new this.#make(CHUNK));
		chunk[index % CHUNK] = value;
	}
}

interface Tally {
	given: number;
	voided: number;
	restored: number;
}

/** Kinds of leaves. 0 is any other. */
const [LIVE_VOTE, VOIDED_VOTE, LIVE_VOID, ENDED_VOID] = [1, 2, 3, 4];

export class VoteLedger {
	readonly tallies = new Map<number, Tally>();
	readonly #kinds = new Column(Uint8Array);
	readonly #tickets = new Column();
	/** Whom a vote is for; which vote a void points to. */
	readonly #targets = new Column();
	/** The case of a void. */
	readonly #cases = new Column();

	#tallyOf(artistId: number): Tally {
		const known = this.tallies.get(artistId);
		if (known) return known;
		const fresh = { given: 0, voided: 0, restored: 0 };
		this.tallies.set(artistId, fresh);
		return fresh;
	}

	addVote(index: number, artistId: number, tickets: number): void {
		this.#kinds.set(index, LIVE_VOTE);
		this.#tickets.set(index, tickets);
		this.#targets.set(index, artistId);
		this.#tallyOf(artistId).given += tickets;
	}

	/** Null if the leaf is no vote. */
	voteAt(index: number): { tickets: number; isVoid: boolean } | null {
		const kind = this.#kinds.get(index);
		if (kind !== LIVE_VOTE && kind !== VOIDED_VOTE) return null;
		return { tickets: this.#tickets.get(index), isVoid: kind === VOIDED_VOTE };
	}

	/** Takes a live vote back. */
	addVoid(index: number, voteIndex: number, caseId: number): void {
		this.#kinds.set(voteIndex, VOIDED_VOTE);
		this.#kinds.set(index, LIVE_VOID);
		this.#targets.set(index, voteIndex);
		this.#cases.set(index, caseId);
		this.#tallyOf(this.#targets.get(voteIndex)).voided += this.#tickets.get(voteIndex);
	}

	/** Null if the leaf is no void that took a vote back. */
	voidAt(index: number): { tickets: number; caseId: number; isRestored: boolean } | null {
		const kind = this.#kinds.get(index);
		if (kind !== LIVE_VOID && kind !== ENDED_VOID) return null;
		const tickets = this.#tickets.get(this.#targets.get(index));
		return { tickets, caseId: this.#cases.get(index), isRestored: kind === ENDED_VOID };
	}

	/** Gives back what a live void took. */
	addRestore(voidIndex: number): void {
		const voteIndex = this.#targets.get(voidIndex);
		this.#kinds.set(voidIndex, ENDED_VOID);
		this.#kinds.set(voteIndex, LIVE_VOTE);
		this.#tallyOf(this.#targets.get(voteIndex)).restored += this.#tickets.get(voteIndex);
	}
}

export const NO_VOTES: Tally = { given: 0, voided: 0, restored: 0 };

/** Given, less voided, plus restored. */
export const countedOf = ({ given, voided, restored }: Tally) => given - voided + restored;
