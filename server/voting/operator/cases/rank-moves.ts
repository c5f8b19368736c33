/** Works out what a void would do to the places of a ranking, before anybody asks for it. */
import type { RankMove } from '#contract/operator/voting/cases.ts';
import type { Db } from '#server/kernel/database.ts';
import { ranked } from '#server/rankings/rules.ts';
import { listStandings, type RankedArtist } from '#server/rankings/standings/standings.ts';

/** More than an operator reads: a large void moves every artist below it. */
const MOVES_MAX = 20;

export interface ArtistTickets {
	artist_id: number;
	tickets: number;
}

/** Hidden artists have no place, so that they are left out. */
export async function selectRankMoves(
	db: Db,
	rankingId: number,
	voided: readonly ArtistTickets[],
): Promise<RankMove[]> {
	if (voided.length === 0) return [];
	return rankMoves(await listStandings(db, rankingId), voided);
}

type NamedStanding = Omit<RankedArtist, 'rank'>;

export function rankMoves(standings: readonly NamedStanding[], voided: readonly ArtistTickets[]): RankMove[] {
	const less = new Map(voided.map(({ artist_id, tickets }) => [artist_id, tickets]));
	const after = ranked(
		// A sum is up to a second old: votes that it lacks may be among those of the case.
		standings.map((row) => ({ ...row, tickets: Math.max(0, row.tickets - (less.get(row.artistId) ?? 0)) })),
	);
	const places = new Map(after.map((row) => [row.artistId, row]));
	return ranked(standings)
		.map(({ artistId, enName, rank, tickets }) => ({
			artist_id: artistId,
			en_name: enName,
			rank,
			rank_after: places.get(artistId)?.rank ?? rank,
			tickets,
			tickets_after: places.get(artistId)?.tickets ?? tickets,
		}))
		.filter((move) => move.rank !== move.rank_after || move.tickets !== move.tickets_after)
		.slice(0, MOVES_MAX);
}
