/** Plants rankings, their entries, the race of each, and what became of those that have ended. */
import type { Tx } from '#server/kernel/database.ts';
import { type Contest, type Contests, GEMS_PER_VOTE } from '../contests.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { idOf, insertAll, type Ids } from '../tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const coverAlts = {
	monthly: 'Three artists above an ocean of lightsticks',
	birthday: 'Three artists above a night sea',
	theme: 'Three artists among trails of colored light',
};

/** Returns ids by ranking key. */
export async function plantRankings(
	tx: Tx,
	{ monthly, birthday, music, ended }: Contests,
	artistIds: Ids,
	pictures: Pictures,
	now: number,
): Promise<Ids> {
	const contests = [...ended.toReversed(), monthly, birthday, music];
	const rankings = contests.map((it) => ({
		ranking_key: it.key,
		ranking_type: it.type,
		title: it.title,
		starts_at: new Date(it.startsAt),
		ends_at: new Date(it.endsAt),
		gems_per_vote: GEMS_PER_VOTE,
		review_hours: reviewHoursOf(it, now),
		cover_media_id: pictureOf(pictures, `ranking ${it.type}`),
		cover_alt: coverAlts[it.type],
		cover_link_url: it.type === 'monthly' ? '/rank_rewards' : null,
		created_at: new Date(it.startsAt - 7 * DAY_MS),
	}));
	await insertAll(tx, 'ranking', rankings);
	const stored = await tx.query<{ id: number; key: string }>({
		text: 'select ranking_id as id, ranking_key as key from ranking',
	});
	const rankingIds: Ids = new Map(stored.map(({ id, key }) => [key, id]));
	const entries = contests.flatMap((contest) =>
		contest.entries.map(({ name }, index) => ({
			ranking_id: idOf(rankingIds, contest.key),
			artist_id: idOf(artistIds, name),
			// Entered one after the other before the opening, so that "newest entries" has an order.
			entered_at: new Date(contest.startsAt - (index + 1) * HOUR_MS),
		})),
	);
	await insertAll(tx, 'ranking_entry', entries);
	return rankingIds;
}

/** A day, as usual; none where the day is not over yet. */
const reviewHoursOf = ({ endsAt }: Contest, now: number) => (endsAt > now || endsAt + DAY_MS <= now ? 24 : 0);

/**
 * From the votes: closes and certifies what has ended; the race of each ranking, which is its standing at every full hour in
 * which something changed; and the snapshots of the last day, from which its changes are measured.
 */
export async function plantResults(tx: Tx, now: number): Promise<void> {
	for (const text of [...RESULTS, HOURS, SNAPSHOTS]) await tx.query({ text, values: [new Date(now).toISOString()] });
}

/** The final lists are in the order of the tie rule. */
const RESULTS = [
	'insert into ranking_closing (ranking_id, closed_at) select ranking_id, ends_at from ranking where ends_at <= $1',
	`insert into ranking_result (ranking_id, certified_at, total_tickets)
		select ranking_id, ends_at + review_hours * interval '1 hour', sum(tickets)
		from ranking join tally using (ranking_id) where ends_at <= $1 group by ranking_id`,
	`insert into ranking_result_entry (ranking_id, rank, artist_id, tickets, en_name, native_name, native_lang, sub_title)
		select ranking_id, row_number() over (partition by ranking_id order by tickets desc, last_vote_at, artist_id),
			artist_id, tickets, en_name, native_name, native_lang, sub_title
		from ranking join tally using (ranking_id) join artist using (artist_id) where ends_at <= $1`,
];

/** The last vote for an artist in an hour tells the standing until the hour of the next one. */
const HOURS = `
	with counted as (
		select distinct on (ranking_id, artist_id, at) ranking_id, artist_id, artist_tickets as tickets, cast_at, at, ends_at
		from vote join ranking using (ranking_id) cross join lateral (
			select starts_at + greatest(1, ceil(extract(epoch from cast_at - starts_at) / 3600)) * interval '1 hour' as at
		) hour
		order by ranking_id, artist_id, at, artist_tickets desc
	), lasting as (
		select *, lead(at) over (partition by ranking_id, artist_id order by at) - interval '1 hour' as until from counted
	)
	insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
	select ranking_id, taken_at, array_agg(artist_id order by tickets desc, cast_at, artist_id),
		array_agg(tickets order by tickets desc, cast_at, artist_id)
	from lasting
	cross join lateral generate_series(at, least(until, ends_at, $1), interval '1 hour') as taken_at
	group by ranking_id, taken_at having max(at) = taken_at or max(ends_at) = taken_at`;

const SNAPSHOTS = `
	insert into standing_snapshot (ranking_id, taken_at, artist_id, tickets)
	select ranking.ranking_id, noted_at, counted.*
	from generate_series($1::timestamptz - interval '49 hours', $1, interval '1 hour') as noted_at
	join ranking on starts_at < noted_at and ends_at > $1
	cross join lateral (
		select artist_ids, tickets from standing_hour hour
		where hour.ranking_id = ranking.ranking_id and taken_at <= noted_at order by taken_at desc limit 1
	) last
	cross join unnest(last.artist_ids, last.tickets) as counted (artist_id, tickets)`;
