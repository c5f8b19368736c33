/** Statements of make-goods. docs/operating/make-good.md has the rule of who is owed gems in words. */
import type { MakeGood } from '#contract/operator/incidents/incidents.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { type Database, type Db, type Tx, sql } from '#server/kernel/database.ts';

export interface FailedVote extends FanKey {
	key: string;
	rankingKey: string;
	artistId: number;
	tickets: number;
	/** Time since the vote arrived (ms). The database's clock makes a time of it. */
	ageMs: number;
}

const KEPT_DAYS = 60;

/** Leaves out votes for what does not exist, and those of a fan, a ranking and a minute that has one. */
export const insertFailedVotes = (db: Db, votes: readonly FailedVote[]): Promise<void> =>
	sql`insert into failed_vote (fan_id, ranking_id, minute, idempotency_key, artist_id, tickets, failed_at)
		select fan_id, ranking_id, date_trunc('minute', failed_at), key, artist_id, tickets, failed_at
		from (
			select "fanId" as fan_id, "rankingKey" as ranking_key, key, "artistId" as artist_id, tickets,
				lightstick_now() - make_interval(secs => "ageMs" / 1000) as failed_at
			from jsonb_to_recordset(${JSON.stringify(votes)}) as asked ("fanId" bigint, "rankingKey" text, key text,
				"artistId" integer, tickets bigint, "ageMs" float8)
		) failed
		join fan using (fan_id) join ranking using (ranking_key)
		join ranking_entry using (ranking_id, artist_id)
		where fan.erased_at is null
		on conflict do nothing`.run(db);

export const forgetFailedVotes = (db: Database): Promise<void> =>
	sql`delete from failed_vote where failed_at < lightstick_now() - make_interval(days => ${KEPT_DAYS})`.run(db);

/** Keys of one fan are counted once: retries of one vote may have failed in several minutes. */
const failedIn = (incidentId: number) => sql`select distinct on (fan_id, idempotency_key) fan_id, failed_at,
		tickets::numeric * gems_per_vote as price
	from failed_vote failed
	join incident on failed_at >= started_at and failed_at < ended_at
	join ranking using (ranking_id)
	where incident_id = ${incidentId} and failed_at >= starts_at and failed_at < ends_at
		and not exists (select from ranking_pause pause where pause.ranking_id = failed.ranking_id
			and failed_at >= paused_at and failed_at < coalesce(pause.ended_at, 'infinity'))
		and not exists (select from vote where vote.fan_id = failed.fan_id
			and (vote.idempotency_key = failed.idempotency_key
				or (vote.ranking_id = failed.ranking_id and vote.artist_id = failed.artist_id and cast_at >= failed_at)))
		and not exists (select from make_good_grant made join make_good using (make_good_id)
			where made.fan_id = failed.fan_id and failed_at >= span_start and failed_at < span_end)
	order by fan_id, idempotency_key, failed_at`;

/** What a fan gets is not more than the price, the fan's balance at the time, and the limit. */
const owed = (
	incidentId: number,
	gemsPerFan: number,
) => sql`select fan_id, votes, least(price, 9007199254740991)::bigint as price,
		least(price, balance, ${gemsPerFan})::bigint as gems
	from (select fan_id, count(*)::integer as votes, sum(price) as price, max(failed_at) as last_at
		from (${failedIn(incidentId)}) failed group by fan_id) of_fan
	join wallet using (fan_id) join fan using (fan_id)
	cross join lateral (select earned_after + purchased_after as balance from ledger_entry entry
		where entry.fan_id = of_fan.fan_id and created_at <= last_at
		order by seq desc limit 1) back_then
	where registered and not suspended and not frozen and erased_at is null and balance > 0
		and not exists (select from make_good_grant made where made.fan_id = of_fan.fan_id and made.incident_id = ${incidentId})`;

export function selectOwed(db: Db, incidentId: number, { gemsPerFan, listed }: { gemsPerFan: number; listed: number }) {
	return sql`with owed as materialized (${owed(incidentId, gemsPerFan)})
		select count(*) as fans, coalesce(sum(votes), 0) as votes, coalesce(sum(gems), 0)::bigint as gems,
			coalesce((select json_agg(most) from (
				select * from owed order by gems desc, fan_id limit ${listed}) most), '[]') as list
		from owed`.one<MakeGood>(db);
}

interface Decided {
	incidentId: number;
	gemsPerFan: number;
	askedBy: number;
	/** Null if nobody else could approve. */
	approvalId: string | null;
}

export const insertMakeGood = (tx: Tx, { incidentId, gemsPerFan, askedBy, approvalId }: Decided) =>
	sql`with owed as materialized (${owed(incidentId, gemsPerFan)}), made as (
			insert into make_good (incident_id, span_start, span_end, gems_per_fan_max, fans, gems, asked_by, approval_id)
			select incident_id, started_at, ended_at, ${gemsPerFan}, fans, gems, ${askedBy}, ${approvalId}
			from incident cross join (select count(*) as fans, sum(gems)::bigint as gems from owed) sums
			where incident_id = ${incidentId} and fans > 0
			returning make_good_id, fans, gems
		), given as (
			insert into make_good_grant (fan_id, incident_id, make_good_id, votes, gems)
			select fan_id, ${incidentId}, make_good_id, votes, owed.gems from owed cross join made
		)
		select make_good_id as "makeGoodId", fans, gems from made`.maybeOne<
		{ makeGoodId: number } & Pick<MakeGood, 'fans' | 'gems'>
	>(tx);

export interface OpenGrant extends FanKey {
	incidentId: number;
	gems: number;
}

export const lockMakeGood = (tx: Tx, makeGoodId: number): Promise<boolean> =>
	sql`select 1 from make_good where make_good_id = ${makeGoodId} and finished_at is null
		for update skip locked`.exists(tx);

/** Returns the next open grants, in the order in which wallets are locked. Needs `lockMakeGood`, so nobody else settles them. */
export const selectGrants = (tx: Tx, makeGoodId: number, limit: number, butOf: readonly number[]) =>
	sql`select fan_id as "fanId", incident_id as "incidentId", gems from make_good_grant
		where make_good_id = ${makeGoodId} and ledger_seq is null and skipped_at is null and fan_id <> all (${butOf}::bigint[])
			order by fan_id
			limit ${limit}`.all<OpenGrant>(tx);

/** `seq` null: the account was erased. */
export const settleGrant = (tx: Tx, { fanId, incidentId }: OpenGrant, seq: number | null): Promise<void> =>
	sql`update make_good_grant set ledger_seq = ${seq}::bigint,
			skipped_at = case when ${seq}::bigint is null then lightstick_now() end
		where fan_id = ${fanId} and incident_id = ${incidentId}`.run(tx);
