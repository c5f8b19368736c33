/**
 * Reads vote leaves without making strings, because a log consists of them. Agrees with `parseLeaf`: a leaf is accepted
 * here if and only if `parseLeaf` finds a vote in it, with the same values.
 */
import { textOf } from '#public-log/format/bytes.ts';
import type { VoteLeaf } from '#public-log/format/leaf.ts';

/** Length of a pseudonym, and of a tag. */
export const TOKEN_BYTES = 22;
const PREFIX = Uint8Array.from('v1 vote ', (character) => character.charCodeAt(0));
const LINE_BYTES_MAX = 512;
const RANKING_BYTES_MAX = 64;
const DIGITS_MAX = 16;
const [SPACE, HYPHEN, UNDERSCORE] = [0x20, 0x2d, 0x5f];

/** A vote leaf where it lies. `scan` fills the same object again for the next leaf. */
export class VoteScan implements Pick<VoteLeaf, 'artistId' | 'tickets' | 'gemsEarned' | 'gemsPurchased' | 'castAt'> {
	bytes: Uint8Array = new Uint8Array(0);
	rankingEnd = 0;
	artistId = 0;
	tickets = 0;
	gemsEarned = 0;
	gemsPurchased = 0;
	castAt = 0;
	/** Where the voter's pseudonym begins, and where the tag does. */
	voterAt = 0;
	tagAt = 0;
	#at = 0;

	/** False if the leaf is no vote, or does not fit the grammar. */
	scan(bytes: Uint8Array): boolean {
		this.bytes = bytes;
		const { length } = bytes;
		if (length > LINE_BYTES_MAX) return false;
		for (let at = 0; at < PREFIX.length; at += 1) if (bytes[at] !== PREFIX[at]) return false;
		this.#at = PREFIX.length;
		if (!this.#skipRanking()) return false;
		this.artistId = this.#number();
		this.tickets = this.#number();
		this.gemsEarned = this.#number();
		this.gemsPurchased = this.#number();
		this.castAt = this.#number();
		this.voterAt = this.#at;
		this.tagAt = this.#at + TOKEN_BYTES + 1;
		if (this.#at < 0 || length - this.tagAt !== TOKEN_BYTES) return false;
		if (bytes[this.tagAt - 1] !== SPACE) return false;
		return isToken(bytes, this.voterAt, TOKEN_BYTES) && isToken(bytes, this.tagAt, TOKEN_BYTES);
	}

	isOf(ranking: Uint8Array): boolean {
		if (this.rankingEnd - PREFIX.length !== ranking.length) return false;
		return ranking.every((byte, at) => byte === this.bytes[PREFIX.length + at]);
	}

	#text(start: number, end: number): string {
		return textOf(this.bytes.subarray(start, end));
	}

	get voter(): string {
		return this.#text(this.voterAt, this.voterAt + TOKEN_BYTES);
	}

	get tag(): string {
		return this.#text(this.tagAt, this.tagAt + TOKEN_BYTES);
	}

	get ranking(): string {
		return this.#text(PREFIX.length, this.rankingEnd);
	}

	#skipRanking(): boolean {
		let at = this.#at;
		while (isRankingByte(this.bytes[at] ?? 0)) at += 1;
		const length = at - this.#at;
		this.rankingEnd = at;
		this.#at = at + 1;
		return length > 0 && length <= RANKING_BYTES_MAX && this.bytes[at] === SPACE;
	}

	/** The number before the next space. Moves behind everything, to -1, if it does not fit the grammar. */
	#number(): number {
		const start = this.#at;
		if (start < 0) return 0;
		let [at, value] = [start, 0];
		for (let digit = (this.bytes[at] ?? 0) - 0x30; digit >= 0 && digit <= 9; digit = (this.bytes[at] ?? 0) - 0x30) {
			// More digits make the value wrong, and are refused below.
			value = value * 10 + digit;
			at += 1;
		}
		const digits = at - start;
		const isNumber = digits === 1 || (digits > 1 && digits <= DIGITS_MAX && this.bytes[start] !== 0x30);
		this.#at = isNumber && this.bytes[at] === SPACE && value <= Number.MAX_SAFE_INTEGER ? at + 1 : -1;
		return value;
	}
}

const isRankingByte = (byte: number): boolean =>
	(byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === HYPHEN;

function isToken(bytes: Uint8Array, start: number, length: number): boolean {
	for (let at = start; at < start + length; at += 1) {
		const byte = bytes[at] as number;
		const isLetter = (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
		if (!isLetter && !(byte >= 0x30 && byte <= 0x39) && byte !== HYPHEN && byte !== UNDERSCORE) return false;
	}
	return true;
}
