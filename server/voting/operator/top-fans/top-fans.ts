/** Counts who gave an artist most, and when the accounts that voted signed up. Operators see a few accounts that carry a result before anybody asks. */
import type { VoteTimeline } from '#contract/operator/voting/concentration.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { readRankHours } from '#server/rankings/race/race.ts';
import { unusualFanOf } from '../concentration/rules.ts';
import type { ArtistSums } from '../concentration/sql.ts';
import { countAccounts, deleteOldNetworks, selectArtists, selectCasesOn, selectHead } from '../concentration/sql.ts';
import { type Count, countInSteps } from '../counting/steps.ts';
import * as sql from './sql.ts';
import { withExactVotes } from './sql.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { countVotes } from '../concentration/concentration.ts';

/** Fans kept of each artist. Whoever gave more than the hundredth part of an artist's votes is among so many. */
const KEPT_FANS = 100;
const KEPT_DAYS = 90;
/** Age at which an account is no longer new. */
const NEW_DAYS = 7;
const SHOWN = 20;

/** Runs every minute. */
export async function countFans(db: Database, stopping?: AbortSignal, kept = KEPT_FANS): Promise<void> {
	const counts: Count = {
		table: 'vote_fan_counting',
		count: async (tx, from, until) => {
			const voted = await sql.countFans(tx, from, until, kept);
			if (voted.artistIds.length === 0) return false;
			await sql.deleteLeast(tx, voted, kept);
			await sql.countSignUps(tx, from, until, NEW_DAYS);
			return true;
		},
	};
	await countInSteps(db, counts, stopping);
}

/** Lists the fans with most tickets, highest first. @throws {Problem} ranking_not_found */
export async function listTopFans(db: Db, rankingKey: string, artistId: number | null) {
	const { rankingId } = await selectHead(db, rankingKey);
	const kept = await sql.selectTopFans(db, rankingId, { artistId, limit: SHOWN });
	const rows = await withExactVotes(db, kept, { rankingId, artistId });
	const artists = await selectArtists(db, rankingId);
	const networks = [...new Set(rows.flatMap(({ network }) => network ?? []))];
	const accounts = await countAccounts(db, networks);
	const cases = await selectCasesOn(db, rankingId);
	return {
		counted_through_time: await sql.selectCountedThrough(db),
		list: rows.map((row) => ({
			...row,
			...weighed(row, artists, artistId),
			network_accounts: row.network === null ? null : (accounts.get(row.network) ?? 0),
			case_ids: cases.filter(({ fanIds }) => fanIds.includes(row.fan_id)).map(({ caseId }) => caseId),
		})),
	};
}

function weighed(row: sql.TopFanRow, artists: readonly ArtistSums[], artistId: number | null) {
	const all = artists.find((artist) => artist.artist_id === row.artist_id)?.cast_tickets ?? 0;
	const ranking = artists.reduce((sum, artist) => sum + artist.cast_tickets, 0);
	const unusual = artistId === null ? unusualFanOf({ tickets: row.tickets, of: ranking }, 'ranking') : null;
	return {
		artist_tickets_all: all,
		unusual: unusual ?? unusualFanOf({ tickets: row.artist_tickets, of: all }, 'artist'),
	};
}

/** Lines that can be told apart. */
const LEADERS = 5;

export async function readTimeline(db: Db, rankingKey: string, artistId: number | null): Promise<VoteTimeline> {
	const { rankingId } = await selectHead(db, rankingKey);
	const hours = orRefuse(await readRankHours(db, rankingId), 'ranking_not_found');
	const leaders = hours.at(-1)?.artistIds.slice(0, LEADERS) ?? [];
	const raced = artistId === null ? leaders : [...new Set([...leaders, artistId])];
	const names = new Map((await selectArtists(db, rankingId)).map((one) => [one.artist_id, one.en_name]));
	return {
		sign_ups: await sql.selectSignUps(db, rankingId, artistId),
		race_times: hours.map(({ takenAt }) => takenAt),
		race: raced.map((id) => ({
			artist_id: id,
			en_name: names.get(id) ?? '',
			ranks: hours.map(({ artistIds }) => artistIds.indexOf(id) + 1 || null),
		})),
	};
}

/** Counts all that operators see of votes; each count goes on if another fails. Runs every minute. */
export async function countAll(db: Database, stopping?: AbortSignal): Promise<void> {
	await runAllSettled([countVotes, countFans], (count) => count(db, stopping));
}

/** Runs once a day. */
export async function forgetCounts(db: Database): Promise<void> {
	await runAllSettled([deleteOldNetworks, sql.deleteOldFans], (forget) => forget(db, KEPT_DAYS));
}
