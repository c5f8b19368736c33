/** Looks for what fans are to be reminded of. Each event is made once, whoever looks for it. */
import { type Database, raw, sql, type Db } from '#server/kernel/database.ts';
import { eachInSavepoint, runAllSettled, throwTogether } from '#server/jobs/each.ts';

export async function findEvents(db: Database): Promise<void> {
	await runAllSettled([insertOpenings, insertClosings, insertClaimDay, findOvertakes], (find) => find(db));
}

/** In one transaction: ranks that are kept are ranks that were looked at. */
async function findOvertakes(db: Database): Promise<void> {
	const errors = await db.transaction(async (tx) => {
		const charts = await sql`select ranking_id as "rankingId", push_rank.artist_ids as before, (
				select coalesce(array_agg(entry.artist_id
					order by coalesce(counted.tickets, 0) desc, coalesce(counted.reached_at, 0), entry.artist_id), '{}')
				from ranking_entry entry left join (
					select counted.* from standing
					cross join unnest(artist_ids, tickets, reached_at) as counted (artist_id, tickets, reached_at)
					where standing.ranking_id = ranking.ranking_id
				) counted using (artist_id)
				where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null
			) as now
			from ranking left join push_rank using (ranking_id) where ${RUNNING}`.all<RunningChart>(tx);
		const failed = await eachInSavepoint(tx, charts, async ({ rankingId, before, now }) => {
			const overtakes = before === null ? [] : overtakesBetween(before, now);
			for (const overtake of overtakes) await insertOvertake(tx, { rankingId, ...overtake });
			await sql`insert into push_rank (ranking_id, artist_ids) values (${rankingId}, ${now})
				on conflict (ranking_id) do update set artist_ids = ${now} where push_rank.artist_ids <> ${now}`.run(tx);
		});
		// Of charts that are over.
		const running = charts.map(({ rankingId }) => rankingId);
		await sql`delete from push_rank where ranking_id <> all (${running}::integer[])`.run(tx);
		return [...failed.values()];
	});
	throwTogether(errors, errors.length);
}

interface Overtake {
	artistId: number;
	rank: number;
	/** The artist who was behind and is ahead now; of several, the nearest. */
	rivalId: number;
}

/** Both lists are artist ids in rank order. An artist who was not listed before has overtaken everybody behind. */
export function overtakesBetween(before: readonly number[], now: readonly number[]): Overtake[] {
	const formerRank = new Map(before.map((artistId, index) => [artistId, index]));
	const formerOf = (artistId: number) => formerRank.get(artistId) ?? before.length;
	const overtakes: Overtake[] = [];
	for (const [index, artistId] of now.entries()) {
		const former = formerRank.get(artistId);
		if (former === undefined || index <= former) continue;
		const rivalId = now.slice(0, index).findLast((ahead) => formerOf(ahead) > former);
		if (rivalId !== undefined) overtakes.push({ artistId, rank: index + 1, rivalId });
	}
	return overtakes;
}

/** Running: published, begun, not over, not closed early and not paused. */
const RUNNING = raw(`published_at is not null and starts_at <= lightstick_now() and ends_at > lightstick_now()
	and not exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)
	and not exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and pause.ended_at is null)`);

const LAST_SUBSCRIPTION = raw(`(select coalesce(max(subscription_id), 0) from push_subscription)`);
const FACTS = raw(`jsonb_build_object('ranking_id', ranking_id, 'ends_at', floor(extract(epoch from ends_at)), 'tab',
	(select main_tab from rank_entry_config tab where tab.ranking_id = ranking.ranking_id limit 1))`);

/** A chart that opened within the last half hour. It is news for half a day. */
const insertOpenings = (db: Db): Promise<void> =>
	sql`insert into push_event (event_key, kind, facts, expires_at, sent_until)
			select 'opens ' || ranking_id, 'vote_opens', ${FACTS}, least(ends_at, starts_at + interval '12 hours'),
				${LAST_SUBSCRIPTION}
			from ranking where ${RUNNING} and starts_at > lightstick_now() - interval '30 minutes'
			on conflict do nothing`.run(db);

/** A chart that closes within the hour. One that runs for less than two hours is its own reminder. */
const insertClosings = (db: Db): Promise<void> =>
	sql`insert into push_event (event_key, kind, facts, expires_at, sent_until)
			select 'closes ' || ranking_id || ' ' || extract(epoch from ends_at), 'vote_closes', ${FACTS}, ends_at,
				${LAST_SUBSCRIPTION}
			from ranking where ${RUNNING} and ends_at <= lightstick_now() + interval '1 hour'
				and ends_at - starts_at > interval '2 hours'
			on conflict do nothing`.run(db);

const insertClaimDay = (db: Db): Promise<void> =>
	sql`insert into push_event (event_key, kind, facts, expires_at, sent_until)
			select 'claim ' || day, 'claim_ready', jsonb_build_object('day', day),
				(day + 1)::timestamp at time zone timezone, ${LAST_SUBSCRIPTION}
			from (select (lightstick_now() at time zone timezone)::date as day, timezone from site_setting) today
			on conflict do nothing`.run(db);

interface RunningChart {
	rankingId: number;
	now: number[];
	/** At the last look; null at the first. */
	before: number[] | null;
}

/** Two artists who change places all day are told of at most every six hours. */
const insertOvertake = (db: Db, overtake: Overtake & { rankingId: number }): Promise<void> =>
	sql`insert into push_event (event_key, kind, facts, artist_id, expires_at, sent_until)
			select 'overtaken ' || ranking_id || ' ' || own.artist_id || ' '
					|| floor(extract(epoch from lightstick_now()) / 21600), 'overtaken', ${FACTS}
					|| jsonb_build_object('artist', own.en_name, 'rival', rival.en_name, 'rank', ${overtake.rank}::integer,
						'artist_native', own.native_name, 'artist_lang', own.native_lang,
						'rival_native', rival.native_name, 'rival_lang', rival.native_lang),
				own.artist_id, least(ends_at, lightstick_now() + interval '2 hours'), ${LAST_SUBSCRIPTION}
			from ranking, artist own, artist rival
			where ranking_id = ${overtake.rankingId} and own.artist_id = ${overtake.artistId} and rival.artist_id = ${overtake.rivalId}
				and exists (select from favorite where favorite.artist_id = own.artist_id)
			on conflict do nothing`.run(db);

/** Kept for a month, so that operators can see what was sent. */
export const forgetOldEvents = (db: Db): Promise<void> =>
	sql`delete from push_event where expires_at < lightstick_now() - interval '30 days'`.run(db);
