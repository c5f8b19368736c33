/** What happened hour by hour: sign-ups of the accounts that voted, and the ranks that came of it. */
import type { VoteTimeline } from '#contract/operator/voting/concentration.ts';
import type { Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readRankHours } from '#server/rankings/race/race.ts';
import { VOID_SLOT } from '../../engine/sql.ts';
import { selectArtists, selectHead } from '../concentration/sql.ts';
import { selectSignUps } from './timeline-sql.ts';

/** Lines that can be told apart. */
const LEADERS = 5;

/** @throws {Problem} ranking_not_found */
export async function readTimeline(db: Db, rankingKey: string, artistId: number | null): Promise<VoteTimeline> {
	const head = await selectHead(db, rankingKey);
	if (!head) throw new Problem('ranking_not_found');
	const signUps = await selectSignUps(db, head.rankingId, artistId);
	const hours = await readRankHours(db, head.rankingId);
	if (!hours) throw new Problem('ranking_not_found');
	const leaders = hours.at(-1)?.artistIds.slice(0, LEADERS) ?? [];
	const raced = artistId === null ? leaders : [...new Set([...leaders, artistId])];
	const names = new Map((await selectArtists(db, head.rankingId, VOID_SLOT)).map((one) => [one.artistId, one.enName]));
	return {
		sign_ups: signUps.map(({ joined, votes, tickets }) => ({ joined_time: joined, votes, tickets })),
		race_times: hours.map(({ takenAt }) => takenAt),
		race: raced.map((id) => ({
			artist_id: id,
			en_name: names.get(id) ?? '',
			ranks: hours.map(({ artistIds }) => artistIds.indexOf(id) + 1 || null),
		})),
	};
}
