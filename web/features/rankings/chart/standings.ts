/** What the entries of a chart are drawn from: gaps, moves, and when an entry has to be drawn again. Pure. */
import type { ReactNode } from 'react';
import type { Movement } from '#contract/race.ts';
import type { ListedArtist } from '#contract/rankings.ts';

export const PODIUM_SIZE = 3;

export interface StandingsProps {
	list: readonly ListedArtist[];
	onVote?: (artist: ListedArtist) => void;
	pathOf: (artist: ListedArtist) => string | null;
	/** What else stands beside a name. Stable. */
	noteOf?: (artist: ListedArtist) => ReactNode;
	movement?: Movement;
}

export interface StandingProps extends StandingsProps {
	artist: ListedArtist;
	onPodium?: boolean;
	mine?: boolean | undefined;
	urgent?: boolean;
	far?: boolean;
}

/** A live chart changes every second, most entries do not: an artist who has not moved is the same object. */
export const showsTheSame = (before: StandingProps, after: StandingProps): boolean =>
	before.artist === after.artist &&
	before.onPodium === after.onPodium &&
	neighborOf(before)?.tickets === neighborOf(after)?.tickets &&
	before.onVote === after.onVote &&
	before.pathOf === after.pathOf &&
	before.movement === after.movement;

/** The artist above, or the second for the leader. */
const neighborOf = ({ list, artist: { rank } }: Pick<StandingProps, 'list' | 'artist'>): ListedArtist | undefined =>
	list[rank - 2] ?? list[rank];

export type Gap =
	| { kind: 'leads'; tickets: number }
	| { kind: 'behind'; tickets: number; rank: number }
	| { kind: 'level'; rank: number }
	| { kind: 'none' };

/** `list` is the whole chart in rank order, also while only a part of it is shown. */
export function gapOf(list: readonly ListedArtist[], artist: ListedArtist): Gap {
	const other = neighborOf({ list, artist });
	if (!other) return { kind: 'none' };
	const { rank } = other;
	const tickets = Math.abs(other.tickets - artist.tickets);
	if (tickets === 0) return { kind: 'level', rank };
	return rank < artist.rank ? { kind: 'behind', tickets, rank } : { kind: 'leads', tickets };
}

export interface Move {
	kind: 'up' | 'down' | 'new';
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
