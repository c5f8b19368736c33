/**
 * Leaves of a ranking's log, version 1. A leaf is one line: fields divided by exactly one space, `v1` and the type first,
 * numbers in decimal without sign and leading zeros, times in Unix seconds. `open` and `result` end with canonical JSON
 * (RFC 8785); every other leaf is ASCII. A leaf that does not fit is never ignored: it makes an audit fail.
 */
import { grammarOf, text, whole, type LeafIn } from './line.ts';

const LINE_BYTES_MAX = 512;

const ranking = text(/^[a-z0-9-]{1,64}$/);

/** The fields of each type, in the order of the line. */
const fieldsOf = {
	vote: {
		ranking,
		artistId: whole,
		/** Votes given. */
		tickets: whole,
		/** Gems spent of each kind. */
		gemsEarned: whole,
		gemsPurchased: whole,
		castAt: whole,
		/** The fan's pseudonym in this ranking. */
		voter: text(/^[A-Za-z0-9_-]{22}$/),
		/** Made of the vote's Idempotency-Key. See log-tag.ts. */
		tag: text(/^[A-Za-z0-9_-]{22}$/),
	},
	/** Votes are to be voided, and why. */
	case: {
		ranking,
		caseId: whole,
		/** See `caseReason` in contract/voting.ts. */
		reason: text(/^[A-Z]{3,4}$/),
		votes: whole,
		tickets: whole,
		at: whole,
		/** SHA-256 of the public statement. */
		statement: text(/^[0-9a-f]{64}$/),
	},
	/** `voteIndex`: index of the vote's leaf. */
	void: { ranking, caseId: whole, voteIndex: whole, tickets: whole, at: whole },
	/** `voidIndex`: index of the void's leaf. */
	restore: { ranking, caseId: whole, voidIndex: whole, tickets: whole, at: whole },
	/** No vote follows. */
	close: { ranking, at: whole, votes: whole },
};

export type Leaf = LeafIn<typeof fieldsOf, 'open' | 'result'>;
export type LeafOf<Type extends Leaf['type']> = Extract<Leaf, { type: Type }>;
export type VoteLeaf = LeafOf<'vote'>;

export const { format: formatLeaf, parse: parseLeaf } = grammarOf(fieldsOf, ['open', 'result'], LINE_BYTES_MAX);

/** The line of a vote whose fields are known to fit: `formatLeaf` without its checks, for the path of every vote. */
export function voteLine(vote: VoteLeaf): string {
	const { artistId, tickets, gemsEarned, gemsPurchased, castAt, voter } = vote;
	return `v1 vote ${vote.ranking} ${artistId} ${tickets} ${gemsEarned} ${gemsPurchased} ${castAt} ${voter} ${vote.tag}`;
}
