/** Statements that one server takes and a distributed database refuses: see decision 0054. The suite checks its own. */
import { beforeAll, expect, it } from 'vitest';
import type { Tables } from './levels.ts';
import { refusalsOf } from './rules.ts';
import { readTables } from './tables.ts';

let tables: Tables;

beforeAll(async () => {
	tables = await readTables();
});

it.each([
	[
		'a sum of shards for each row of a plain table',
		'select (select sum(tickets) from tally where tally.ranking_id = r.ranking_id) from ranking r',
	],
	[
		'a list of fans, each with a look-up',
		'select 1 from unnest($1::smallint[]) a (b) cross join lateral (select 1 from fan where fan.bucket = a.b limit 1) f',
	],
	[
		'a plain row for each row of a shard',
		'select 1 from fan own where bucket = $1 and not exists (select 1 from media where media_id = own.avatar_media_id)',
	],
	[
		'a plain page beside fans',
		'select 1 from unnest($1::bigint[]) a (f) cross join lateral (select * from gem_order where fan_id = f limit 1) o join fan using (bucket, fan_id)',
	],
	[
		'votes with their batch of the log',
		'select place from vote join log_batch using (batch_id) where bucket = $1 and fan_id = $2',
	],
	['locks of several shards', 'select 1 from wallet join unnest($1::bigint[]) a (fan_id) using (fan_id) for update'],
	[
		'skip locked',
		'update session set used_at = $2 where token_hash in (select token_hash from session where token_hash = any ($1) for update skip locked)',
	],
	[
		'a page, and more of each row',
		'select 1 from (select * from vote offset 0) vote cross join lateral (select 1 from fan where fan.bucket = vote.bucket limit 1) f',
	],
	[
		'a change that a query with shards reads',
		'with due as (delete from push_delayed returning subscription_id) select 1 from due join fan on true',
	],
	[
		'a change of shards in a with',
		'with opened as (insert into vote_case_vote (case_id, bucket) select 1, bucket from vote returning 1) select 1 from opened',
	],
	[
		'a choice by the clock in an update',
		'update make_good_grant set skipped_at = case when $2 then lightstick_now() end where bucket = $1',
	],
	['a question without a column', 'select 1 where exists (select from tally where ranking_id = $1)'],
	['two fans by their number alone', 'select 1 from fan join wallet using (fan_id)'],
])('refuses %s', async (_, sql) => {
	expect(await refusalsOf(sql, tables)).not.toEqual([]);
});

it.each([
	[
		'plain tables',
		'select (select count(*) from ranking_entry e where e.ranking_id = r.ranking_id) from ranking r for update',
	],
	['a sum over all shards', 'select artist_id, sum(tickets) from tally where ranking_id = $1 group by artist_id'],
	[
		'fans with what is theirs',
		'select 1 from fan join wallet using (bucket, fan_id) where not exists (select 1 from vote where vote.bucket = fan.bucket)',
	],
	[
		'the latest of each fan',
		'select 1 from fan cross join lateral (select 1 from session s where s.bucket = fan.bucket and s.fan_id = fan.fan_id order by created_at limit 1) s',
	],
	[
		'a lock of one shard',
		'select 1 from wallet join unnest($1::bigint[]) a (fan_id) using (fan_id) where wallet.bucket = any ($2) for update',
	],
	[
		'a page of plain rows, then their fans',
		'select 1 from (select * from gem_order order by created_at limit 10) o join fan using (bucket, fan_id)',
	],
	['a plain value', 'select 1 from vote where cast_at < (select counted_through from vote_counting)'],
	[
		'counts that go to a plain table',
		'insert into vote_sign_up select 1 from vote join fan using (bucket, fan_id) on conflict do nothing',
	],
	[
		'a change of one fan',
		'with added as (insert into own_votes (bucket) select bucket from vote where bucket = $1) update own_votes_summed set through_seq = 1 where bucket = $1',
	],
])('takes %s', async (_, sql) => {
	expect(await refusalsOf(sql, tables)).toEqual([]);
});
