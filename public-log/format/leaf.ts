/**
 * Leaves of a ranking's log, version 1. A leaf is one line: fields divided by exactly one space, `v1` and the type first,
 * numbers in decimal without sign and leading zeros, times in Unix seconds. `open` and `result` end with canonical JSON
 * (RFC 8785); every other leaf is ASCII. A leaf that does not fit is never ignored: it makes an audit fail.
 */
import canonicalize from 'canonicalize';
import { utf8, type Bytes } from './bytes.ts';
import { formatFields, parseCanonical, parseFields, splitLine, text, whole, type Fields } from './line.ts';

export interface VoteLeaf {
	type: 'vote';
	ranking: string;
	artistId: number;
	/** Votes given. */
	tickets: number;
	/** Gems spent of each kind. */
	gemsEarned: number;
	gemsPurchased: number;
	castAt: number;
	/** The fan's pseudonym in this ranking: 22 characters. */
	voter: string;
	/** The vote's Idempotency-Key: 22 to 36 characters. See vote-tag.ts. */
	tag: string;
}

/** Votes are to be voided, and why. */
export interface CaseLeaf {
	type: 'case';
	ranking: string;
	caseId: number;
	/** Four capital letters: see `caseReason` in contract/voting.ts. */
	reason: string;
	votes: number;
	tickets: number;
	at: number;
	/** SHA-256 of the public statement: 64 hexadecimal digits. */
	statement: string;
}

export interface VoidLeaf {
	type: 'void';
	ranking: string;
	caseId: number;
	/** Index of the vote's leaf. */
	voteIndex: number;
	tickets: number;
	at: number;
}

export interface RestoreLeaf {
	type: 'restore';
	ranking: string;
	caseId: number;
	/** Index of the void's leaf. */
	voidIndex: number;
	tickets: number;
	at: number;
}

/** No vote follows. */
export interface CloseLeaf {
	type: 'close';
	ranking: string;
	at: number;
	votes: number;
}

export interface JsonLeaf {
	type: 'open' | 'result';
	json: unknown;
}

export type Leaf = VoteLeaf | CaseLeaf | VoidLeaf | RestoreLeaf | CloseLeaf | JsonLeaf;

const VERSION = 'v1';
/** Of a leaf without JSON. */
const LINE_BYTES_MAX = 512;

const ranking = text(/^[a-z0-9-]{1,64}$/);
const pseudonym = text(/^[A-Za-z0-9_-]{22}$/);
const tag = text(/^[A-Za-z0-9_-]{22,36}$/);

/** The fields of each type, in the order of the line. */
const fieldsOf = {
	vote: {
		ranking,
		artistId: whole,
		tickets: whole,
		gemsEarned: whole,
		gemsPurchased: whole,
		castAt: whole,
		voter: pseudonym,
		tag,
	},
	case: {
		ranking,
		caseId: whole,
		reason: text(/^[A-Z]{3,4}$/),
		votes: whole,
		tickets: whole,
		at: whole,
		statement: text(/^[0-9a-f]{64}$/),
	},
	void: { ranking, caseId: whole, voteIndex: whole, tickets: whole, at: whole },
	restore: { ranking, caseId: whole, voidIndex: whole, tickets: whole, at: whole },
	close: { ranking, at: whole, votes: whole },
} satisfies Record<Exclude<Leaf['type'], JsonLeaf['type']>, Fields>;

const isLineType = (type: string): type is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, type);

/** @throws {RangeError} if a field does not fit the grammar */
export function formatLeaf(leaf: Leaf): Bytes {
	const { type } = leaf;
	if (type === 'open' || type === 'result') return utf8(`${VERSION} ${type} ${canonicalize(leaf.json)}`);
	return utf8(`${VERSION} ${type} ${formatFields(fieldsOf[type], { ...leaf })}`);
}

/** The line of a vote whose fields are known to fit: `formatLeaf` without its checks, for the path of every vote. */
export function voteLine(vote: VoteLeaf): string {
	const { artistId, tickets, gemsEarned, gemsPurchased, castAt, voter } = vote;
	return `${VERSION} vote ${vote.ranking} ${artistId} ${tickets} ${gemsEarned} ${gemsPurchased} ${castAt} ${voter} ${vote.tag}`;
}

/** Null unless the bytes are exactly what `formatLeaf` makes of the leaf. */
export function parseLeaf(bytes: Uint8Array): Leaf | null {
	const line = splitLine(bytes);
	if (!line) return null;
	const { type, rest } = line;
	if (type === 'open' || type === 'result') {
		const json = parseCanonical(rest);
		return json === undefined ? null : { type, json };
	}
	if (!isLineType(type) || bytes.length > LINE_BYTES_MAX) return null;
	const values = parseFields(fieldsOf[type], rest);
	return values && ({ type, ...values } as unknown as Leaf);
}
