/** How far an artist has moved today. Pure. */
import type { Movement } from '#contract/race.ts';
import type { ListedArtist } from '#contract/rankings.ts';

export interface Move {
	kind: 'up' | 'down' | 'new';
	/** Ranks. 0 for a new artist. */
	by: number;
}

/** Returns null for an artist who stands where they stood, who has no votes yet, and without anything to compare with. */
export function moveOf(
	movement: Movement | undefined,
	{ artist_id, rank, tickets }: Pick<ListedArtist, 'artist_id' | 'rank' | 'tickets'>,
): Move | null {
	if (!movement || movement.since === null || tickets === 0) return null;
	const before = movement.ranks.find(([id]) => id === artist_id)?.[1];
	if (before === undefined) return { kind: 'new', by: 0 };
	if (before === rank) return null;
	return before > rank ? { kind: 'up', by: before - rank } : { kind: 'down', by: rank - before };
}
