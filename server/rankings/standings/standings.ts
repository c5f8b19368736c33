/** The standing of a ranking, for domains that weigh what would change it. */
import type { Db } from '#server/kernel/database.ts';
import { ranked, type Standing } from '../rules.ts';
import { selectStandings } from '../sql.ts';

export interface RankedArtist extends Standing {
	enName: string;
	rank: number;
}

/** Returns the listed artists of a running or provisional ranking in rank order. Hidden artists have no rank. */
export async function listStandings(db: Db, rankingId: number): Promise<RankedArtist[]> {
	return ranked(await selectStandings(db, rankingId));
}
