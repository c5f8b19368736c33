-- Closes a ranking in one shard, where the shard's votes are: a call is for one shard, as a batch of votes. Returns false if
-- it is closed already.
--
-- When this returns, every vote that the shard has accepted is committed, and it accepts no other. The clock is the one that
-- decided them. The caller sends it as a statement of its own and tries again after lock_not_available: new batches queue
-- behind a lock that waits, and get through in between.
create or replace function close_shard(own_shard smallint, asked_ranking integer) returns boolean language plpgsql
set lock_timeout = '400ms'
as $$
declare
	lock_name integer;
	clock timestamptz;
	server text;
begin
	select hashtext(ranking_key) # own_shard into lock_name from public.ranking_terms
		where shard = own_shard and ranking_id = asked_ranking;
	-- The lock that batches share: see cast_votes.
	perform pg_advisory_xact_lock(4015703, lock_name);
	clock := lightstick_now();
	server := coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'its socket');
	update public.ranking_terms set closed = true, closed_at = clock, closed_by = server
		where shard = own_shard and ranking_id = asked_ranking and not closed;
	return found;
end
$$;
