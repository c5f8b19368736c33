/** Plants the race of each ranking: its standing at every full hour so far, and the snapshots of the last day. */
import type { Tx } from '#server/kernel/database.ts';
import type { PaidBallot } from '../books.ts';
import type { Contest } from '../contests.ts';
import { idOf, type RankingIds } from './rankings.ts';
import type { ArtistIds } from './catalog.ts';

const HOUR_MS = 3_600_000;

interface Hour {
	rankingId: number;
	takenAt: string;
	/** In rank order. */
	artistIds: number[];
	tickets: number[];
}

export async function plantRace(
	tx: Tx,
	contests: Contest[],
	ballots: PaidBallot[],
	now: number,
	artistIds: ArtistIds,
	rankingIds: RankingIds,
): Promise<void> {
	const byContest = Map.groupBy(ballots, ({ contest }) => contest);
	for (const contest of contests) {
		const rankingId = idOf(rankingIds, contest.key);
		const hours = hoursOf(contest, byContest.get(contest) ?? [], now, artistIds).map((hour) => ({
			rankingId,
			...hour,
		}));
		await insertHours(tx, hours);
	}
	// Changes of the last day are measured from a snapshot.
	await tx.query({
		text: `insert into standing_snapshot (ranking_id, taken_at, artist_id, tickets)
			select ranking.ranking_id, noted_at, counted.*
			from generate_series($1::timestamptz - interval '49 hours', $1, interval '1 hour') as noted_at
			join ranking on starts_at < noted_at and ends_at > $1
			cross join lateral (
				select artist_ids, tickets from standing_hour hour
				where hour.ranking_id = ranking.ranking_id and taken_at <= noted_at order by taken_at desc limit 1
			) last
			cross join unnest(last.artist_ids, last.tickets) as counted (artist_id, tickets)`,
		values: [new Date(now).toISOString()],
	});
}

function hoursOf({ startsAt, endsAt }: Contest, ballots: PaidBallot[], now: number, artistIds: ArtistIds) {
	const inOrder = ballots.toSorted((one, other) => one.castAt - other.castAt);
	const counted = new Map<number, { tickets: number; reachedAt: number }>();
	const hours: Omit<Hour, 'rankingId'>[] = [];
	let next = 0;
	for (let at = startsAt + HOUR_MS; at <= Math.min(endsAt, now); at += HOUR_MS) {
		const before = next;
		for (; (inOrder[next]?.castAt ?? Infinity) <= at; next++) {
			const ballot = inOrder[next];
			if (!ballot) break;
			const artistId = idOf(artistIds, ballot.entry);
			const tickets = (counted.get(artistId)?.tickets ?? 0) + ballot.tickets;
			counted.set(artistId, { tickets, reachedAt: ballot.castAt });
		}
		if (next === before && at !== endsAt) continue;
		const standing = [...counted].toSorted(
			([id, one], [otherId, other]) => other.tickets - one.tickets || one.reachedAt - other.reachedAt || id - otherId,
		);
		hours.push({
			takenAt: new Date(at).toISOString(),
			artistIds: standing.map(([id]) => id),
			tickets: standing.map(([, { tickets }]) => tickets),
		});
	}
	return hours;
}

/** A column of lists is sent as texts: PostgreSQL has no arrays of arrays of different lengths. */
async function insertHours(tx: Tx, hours: readonly Hour[]): Promise<void> {
	await tx.query({
		text: `insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
			select ranking_id, taken_at, artist_ids::integer[], tickets::bigint[]
			from unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[])
				as hour (ranking_id, taken_at, artist_ids, tickets)`,
		values: [
			hours.map(({ rankingId }) => rankingId),
			hours.map(({ takenAt }) => takenAt),
			hours.map(({ artistIds }) => `{${artistIds.join()}}`),
			hours.map(({ tickets }) => `{${tickets.join()}}`),
		],
	});
}
