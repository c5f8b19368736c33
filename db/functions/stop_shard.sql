-- Stops the votes for a ranking in one shard, where the shard's votes are, as close_shard closes it. Returns when, in whole
-- milliseconds as the times of votes; null if there is no such ranking.
--
-- When this returns, every vote that the shard has accepted is committed, and it accepts no other until refresh_ranking_terms
-- says what the pauses say. The caller holds the ranking's row and writes the pause next.
create or replace function stop_shard(own_shard smallint, asked_ranking integer) returns timestamptz language plpgsql
set lock_timeout = '400ms'
as $$
declare
	lock_name integer;
	clock timestamptz;
begin
	select hashtext(ranking_key) # own_shard into lock_name from public.ranking_terms
		where shard = own_shard and ranking_id = asked_ranking;
	-- The lock that batches share: see cast_votes.
	perform pg_advisory_xact_lock(4015703, lock_name);
	clock := date_trunc('milliseconds', lightstick_now());
	update public.ranking_terms set stopped_at = clock where shard = own_shard and ranking_id = asked_ranking;
	return case when found then clock end;
end
$$;
