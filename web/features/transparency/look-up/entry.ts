/** What an entry says, with the artist's name as the log's own rules give it. */
import { utf8, textOf } from '#contract/proof/bytes.ts';
import { parseLeaf, type VoteLeaf } from '#contract/proof/leaf.ts';

export interface Entry {
	index: number;
	/** The line itself. */
	line: string;
	/** Set if the entry is a vote. */
	vote: (VoteLeaf & { artist: string }) | null;
}

/** `rules` is the log's first entry. */
export function entryOf(index: number, leaf: Uint8Array, rules: Uint8Array | undefined): Entry {
	const parsed = parseLeaf(leaf);
	const vote = parsed?.type === 'vote' ? { ...parsed, artist: artistIn(rules, parsed.artistId) } : null;
	return { index, line: textOf(leaf), vote };
}

/** The tag is the last field of a vote. */
export function isTagOf(tag: string, leaf: Uint8Array): boolean {
	const end = utf8(` ${tag}`);
	return leaf.length > end.length && end.every((byte, at) => leaf[leaf.length - end.length + at] === byte);
}

function artistIn(rules: Uint8Array | undefined, artistId: number): string {
	const open = rules && parseLeaf(rules);
	const json = open?.type === 'open' ? (open.json as { candidates?: Record<string, string[]> }) : null;
	// Names are left out of very long rules, and artists may have come later.
	return json?.candidates?.[artistId]?.[0] ?? `#${artistId}`;
}
