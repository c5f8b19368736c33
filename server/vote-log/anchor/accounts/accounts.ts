/** Numbers of accounts for the anchor, once a day. Small numbers are left out: they say too much about single people. */
import { CELL_MIN, type Accounts } from '#contract/proof/anchor/anchor-json.ts';
import { regionsOf } from './regions.ts';
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
	/** By country; the empty name stands for none. */
	newByCountry: Record<string, number>;
}

/** Reads all accounts, all sessions, and the votes of a day. */
export async function readAccounts(db: Db): Promise<Accounts> {
	const counts = await one<Counts>(db, { text: COUNTS });
	const byMethod = [counts.newGoogle, counts.newLine, counts.newOidc].map(cell);
	return {
		at: counts.at,
		created: cell(counts.created),
		deleted: cell(counts.deleted),
		suspended: cell(counts.suspended),
		active_24h: cell(counts.active),
		voters_24h: cell(counts.voters),
		new_voters_24h: { google: cell(counts.newGoogle), line: cell(counts.newLine), oidc: cell(counts.newOidc) },
		// Less the methods that are told, the sum of all regions would be the number of the one that is not.
		new_voters_24h_by_region: byMethod.includes(null) ? null : regionsOf(counts.newByCountry),
	};
}

const cell = (count: number) => (count === 0 || count >= CELL_MIN ? count : null);

const COUNTS = `
	with since as materialized (select lightstick_now() - interval '24 hours' as since),
	voter as materialized (
		select bucket, fan_id from vote where cast_at >= (select since from since) group by bucket, fan_id
	),
	newcomer as (
		select register_platform as platform, coalesce(country, '') as country, count(*) as voters from voter join fan using (bucket, fan_id)
		where not exists (
			select from vote where vote.bucket = voter.bucket and vote.fan_id = voter.fan_id
				and vote.cast_at < (select since from since)
		)
		group by register_platform, country
	),
	newcomers as (
		select coalesce(sum(voters) filter (where platform = 'google'), 0)::bigint as google,
			coalesce(sum(voters) filter (where platform = 'line'), 0)::bigint as line,
			coalesce(sum(voters) filter (where platform = 'oidc'), 0)::bigint as oidc
		from newcomer
	),
	countries as (
		select coalesce(jsonb_object_agg(country, voters), '{}') as of
		from (select country, sum(voters) as voters from newcomer group by country) one
	)
	select floor(extract(epoch from lightstick_now()))::bigint as at, fans.created, fans.deleted,
		(select count(*) from wallet where suspended) as suspended,
		(select count(distinct (bucket, fan_id)) from session
			where greatest(created_at, used_at) >= (select since from since)) as active,
		(select count(*) from voter) as voters,
		newcomers.google as "newGoogle", newcomers.line as "newLine", newcomers.oidc as "newOidc",
		countries.of as "newByCountry"
	from newcomers cross join countries cross join (
		select count(*) as created, count(*) filter (where erased_at is not null) as deleted from fan
	) fans`;
