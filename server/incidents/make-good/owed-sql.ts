/** The statement that finds who is owed gems for an incident. docs/operating/make-good.md has the same rule in words. */
import { one, type Db, type Tx } from '#server/kernel/database.ts';

/** What the search for failed votes needs of other tables, read once: it names none of them itself, and so runs in each shard. */
const FACTS = `span as materialized (
		select started_at, ended_at from incident where incident_id = $1
	), of_ranking as materialized (
		select ranking_id, starts_at, ends_at, gems_per_vote from ranking
	), pause as materialized (
		select ranking_id, paused_at, coalesce(ended_at, 'infinity') as ended_at from ranking_pause
	), earlier as materialized (
		select make_good_id, span_start, span_end from make_good
	)`;

/** Keys of one fan are counted once: retries of one vote may have failed in several minutes. */
const FAILED = `select distinct on (bucket, fan_id, idempotency_key) bucket, fan_id, failed_at,
		tickets::numeric * gems_per_vote as price
	from failed_vote failed
	join span on failed_at >= started_at and failed_at < ended_at
	join of_ranking using (ranking_id)
	where failed_at >= starts_at and failed_at < ends_at
		and not exists (select from pause where pause.ranking_id = failed.ranking_id
			and failed_at >= paused_at and failed_at < pause.ended_at)
		and not exists (select from vote where vote.bucket = failed.bucket and vote.fan_id = failed.fan_id
			and (vote.idempotency_key = failed.idempotency_key
				or (vote.ranking_id = failed.ranking_id and vote.artist_id = failed.artist_id and cast_at >= failed_at)))
		and not exists (select from make_good_grant made join earlier using (make_good_id)
			where made.bucket = failed.bucket and made.fan_id = failed.fan_id
				and failed_at >= span_start and failed_at < span_end)
	order by bucket, fan_id, idempotency_key, failed_at`;

/** What a fan gets is not more than the price, the fan's balance at the time, and the limit. */
const OWED = `select bucket, fan_id as "fanId", votes, least(price, 9007199254740991)::bigint as price,
		least(price, balance, $2)::bigint as gems
	from (select bucket, fan_id, count(*)::integer as votes, sum(price) as price, max(failed_at) as last_at
		from (${FAILED}) failed group by bucket, fan_id) of_fan
	join wallet using (bucket, fan_id) join fan using (bucket, fan_id)
	cross join lateral (select earned_after + purchased_after as balance from ledger_entry entry
		where entry.bucket = of_fan.bucket and entry.fan_id = of_fan.fan_id and created_at <= last_at
		order by seq desc limit 1) back_then
	where registered and not suspended and not frozen and erased_at is null and balance > 0
		and not exists (select from make_good_grant made where made.bucket = of_fan.bucket
			and made.fan_id = of_fan.fan_id and made.incident_id = $1)`;

export interface OwedSum {
	fans: number;
	votes: number;
	gems: number;
	/** The fans who get most. */
	list: { fan_id: number; votes: number; price: number; gems: number }[];
}

export async function selectOwed(
	db: Db,
	incidentId: number,
	{ gemsPerFan, listed }: { gemsPerFan: number; listed: number },
): Promise<OwedSum> {
	const [sum] = await db.query<OwedSum>({
		text: `with ${FACTS}, owed as materialized (${OWED})
			select count(*) as fans, coalesce(sum(votes), 0) as votes, coalesce(sum(gems), 0)::bigint as gems,
				coalesce((select json_agg(json_build_object('fan_id', "fanId", 'votes', votes, 'price', price, 'gems', gems))
					from (select * from owed order by gems desc, bucket, "fanId" limit $3) most), '[]') as list
			from owed`,
		values: [incidentId, gemsPerFan, listed],
	});
	return sum ?? { fans: 0, votes: 0, gems: 0, list: [] };
}

export interface Decided {
	incidentId: number;
	gemsPerFan: number;
	askedBy: number;
	/** Null if nobody else could approve. */
	approvalId: string | null;
}

/**
 * Writes what each fan gets, and the decision with the sum of it: nobody comes or goes in between. Returns null if nobody is
 * owed anything.
 */
export async function insertMakeGood(
	tx: Tx,
	{ incidentId, gemsPerFan, askedBy, approvalId }: Decided,
): Promise<{ makeGoodId: number; fans: number; gems: number } | null> {
	const { makeGoodId } = await one<{ makeGoodId: number }>(tx, {
		text: `select nextval('make_good_make_good_id_seq')::integer as "makeGoodId"`,
	});
	await tx.query({
		text: `insert into make_good_grant (bucket, fan_id, incident_id, make_good_id, votes, gems)
			with ${FACTS}
			select bucket, "fanId", $1::integer, $3::integer, votes, gems from (${OWED}) owed`,
		values: [incidentId, gemsPerFan, makeGoodId],
	});
	const sums = await one<{ fans: number; gems: number }>(tx, {
		text: `select count(*) as fans, coalesce(sum(gems), 0)::bigint as gems from make_good_grant where make_good_id = $1`,
		values: [makeGoodId],
	});
	if (sums.fans === 0) return null;
	await tx.query({
		text: `insert into make_good
				(make_good_id, incident_id, span_start, span_end, gems_per_fan_max, fans, gems, asked_by, approval_id)
			overriding system value
			select $7, incident_id, started_at, ended_at, $2, $5, $6, $3, $4 from incident where incident_id = $1`,
		values: [incidentId, gemsPerFan, askedBy, approvalId, sums.fans, sums.gems, makeGoodId],
	});
	return { makeGoodId, ...sums };
}
