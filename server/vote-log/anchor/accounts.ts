/** Numbers of accounts for the anchor, once a day. Small numbers are left out: they say too much about single people. */
import { CELL_MIN, type Accounts } from '#contract/proof/anchor/anchor-json.ts';
import { one, type Db } from '#server/kernel/database.ts';

interface Counts {
	at: number;
	created: number;
	deleted: number;
	suspended: number;
	active: number;
	voters: number;
	newGoogle: number;
	newLine: number;
	newOidc: number;
}

/** Reads all accounts, all sessions, and the votes of a day. */
export async function readAccounts(db: Db): Promise<Accounts> {
	const counts = await one<Counts>(db, { text: COUNTS });
	return {
		at: counts.at,
		created: cell(counts.created),
		deleted: cell(counts.deleted),
		suspended: cell(counts.suspended),
		active_24h: cell(counts.active),
		voters_24h: cell(counts.voters),
		new_voters_24h: { google: cell(counts.newGoogle), line: cell(counts.newLine), oidc: cell(counts.newOidc) },
	};
}

const cell = (count: number) => (count === 0 || count >= CELL_MIN ? count : null);

const COUNTS = `
	with since as materialized (select lightstick_now() - interval '24 hours' as since),
	voter as materialized (
		select bucket, fan_id from vote where cast_at >= (select since from since) group by bucket, fan_id
	),
	newcomer as (
		select register_platform as platform, count(*) as voters from voter join fan using (bucket, fan_id)
		where not exists (
			select from vote where vote.bucket = voter.bucket and vote.fan_id = voter.fan_id
				and vote.cast_at < (select since from since)
		)
		group by register_platform
	),
	newcomers as (select coalesce(jsonb_object_agg(platform, voters), '{}') as of from newcomer)
	select floor(extract(epoch from lightstick_now()))::bigint as at, fans.created, fans.deleted,
		(select count(*) from wallet where suspended) as suspended,
		(select count(distinct (bucket, fan_id)) from session
			where greatest(created_at, used_at) >= (select since from since)) as active,
		(select count(*) from voter) as voters,
		coalesce((newcomers.of ->> 'google')::bigint, 0) as "newGoogle",
		coalesce((newcomers.of ->> 'line')::bigint, 0) as "newLine",
		coalesce((newcomers.of ->> 'oidc')::bigint, 0) as "newOidc"
	from newcomers cross join (
		select count(*) as created, count(*) filter (where erased_at is not null) as deleted from fan
	) fans`;
