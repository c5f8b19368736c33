/** Plants rankings, their entries, the race of each, and what became of those that have ended. */
import type { Tx } from '#server/kernel/database.ts';
import { type PaidBallot, GEMS_PER_VOTE } from '../books.ts';
import type { Contest, Contests } from '../contests.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { insertAll, text, time, whole } from '../tables.ts';
import type { ArtistIds } from './catalog.ts';

/** Ids by ranking key. */
export type RankingIds = ReadonlyMap<string, number>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const idOf = (ids: ReadonlyMap<string, number>, name: string): number => {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`nothing is stored under ${name}`);
	return id;
};

export async function plantRankings(
	tx: Tx,
	{ monthly, birthday, music, ended }: Contests,
	artistIds: ArtistIds,
	pictures: Pictures,
	now: number,
): Promise<RankingIds> {
	const contests = [...ended.toReversed(), monthly, birthday, music];
	await insertAll(tx, 'ranking', contests, {
		ranking_key: text((it) => it.key),
		ranking_type: text((it) => it.type),
		title: text((it) => it.title),
		starts_at: time((it) => it.startsAt),
		ends_at: time((it) => it.endsAt),
		gems_per_vote: whole(() => GEMS_PER_VOTE),
		review_hours: whole((it) => reviewHoursOf(it, now)),
		cover_media_id: text((it) => pictureOf(pictures, `ranking ${it.type}`)),
		cover_alt: text((it) => coverAlts[it.type]),
		cover_link_url: text((it) => (it.type === 'monthly' ? '/rank_rewards' : null)),
		created_at: time((it) => it.startsAt - 7 * DAY_MS),
	});
	const stored = await tx.query<{ id: number; key: string }>({
		text: 'select ranking_id as id, ranking_key as key from ranking',
	});
	const rankingIds = new Map(stored.map(({ id, key }) => [key, id]));
	const entries = contests.flatMap((contest) => contest.entries.map((entry, index) => ({ contest, entry, index })));
	await insertAll(tx, 'ranking_entry', entries, {
		ranking_id: whole(({ contest }) => idOf(rankingIds, contest.key)),
		artist_id: whole(({ entry }) => idOf(artistIds, entry.name)),
		// Entered one after the other before the opening, so that "newest entries" has an order.
		entered_at: time(({ contest, index }) => contest.startsAt - (index + 1) * HOUR_MS),
	});
	return rankingIds;
}

const coverAlts = {
	monthly: 'A stage above an ocean of lightsticks',
	birthday: 'A full moon above a night sea',
	theme: 'Trails of colored light',
};

/** A day, as usual; none where the day is not over yet. */
const reviewHoursOf = ({ endsAt }: Contest, now: number) => (endsAt > now || endsAt + DAY_MS <= now ? 24 : 0);

/** Closes and certifies what has ended: the final lists, in the order of the tie rule. */
export async function plantResults(
	tx: Tx,
	ended: Contest[],
	ballots: PaidBallot[],
	artistIds: ArtistIds,
	rankingIds: RankingIds,
	now: number,
): Promise<void> {
	const reached = lastVotes(ballots);
	const total = ({ entries }: Contest) => entries.reduce((sum, { tickets }) => sum + tickets, 0);
	await insertAll(tx, 'ranking_closing', ended, {
		ranking_id: whole((it) => idOf(rankingIds, it.key)),
		closed_at: time((it) => it.endsAt),
	});
	await insertAll(tx, 'ranking_result', ended, {
		ranking_id: whole((it) => idOf(rankingIds, it.key)),
		certified_at: time((it) => it.endsAt + reviewHoursOf(it, now) * HOUR_MS),
		total_tickets: whole(total),
	});
	const finals = ended.flatMap((contest) =>
		contest.entries
			.map(({ name, tickets }) => ({
				contest,
				artistId: idOf(artistIds, name),
				tickets,
				reachedAt: reached.get(`${contest.key} ${name}`) ?? 0,
			}))
			.toSorted((a, b) => b.tickets - a.tickets || a.reachedAt - b.reachedAt || a.artistId - b.artistId)
			.map((final, index) => ({ ...final, rank: index + 1 })),
	);
	await insertAll(tx, 'ranking_result_entry', finals, {
		ranking_id: whole((it) => idOf(rankingIds, it.contest.key)),
		rank: whole((it) => it.rank),
		artist_id: whole((it) => it.artistId),
		tickets: whole((it) => it.tickets),
	});
}

/** When each entry reached its count. */
function lastVotes(ballots: PaidBallot[]): Map<string, number> {
	const last = new Map<string, number>();
	for (const { contest, entry, castAt } of ballots) {
		const place = `${contest.key} ${entry}`;
		last.set(place, Math.max(castAt, last.get(place) ?? 0));
	}
	return last;
}

interface Hour {
	rankingId: number;
	takenAt: string;
	/** In rank order. */
	artistIds: number[];
	tickets: number[];
}

/** Plants the race of each ranking: its standing at every full hour so far, and the snapshots of the last day. */
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
