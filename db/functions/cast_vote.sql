-- Commits a ballot that comes alone, as most do on a quiet night. Returns no row if anything speaks against the vote. Then
-- nothing has changed, and the caller asks `cast_votes`, which says why. The steps, their order and their locks are those of
-- cast_votes.sql, but each is a statement of one row: together they take two thirds of the batch's time.
--
-- The batch keeps rankings with a limit per fan, retries, wallets that another transaction holds, and distributed databases.
create or replace function cast_vote(
	-- The caller's own slot of the tallies.
	own_slot smallint,
	own_shard smallint,
	asked_key text,
	asked_artist integer,
	own_bucket smallint,
	own_fan bigint,
	token_hash bytea,
	own_key text,
	-- The fan's pseudonym in the ranking's log: 22 characters.
	voter text,
	asked_tickets bigint,
	expected_cost bigint
) returns table (
	"costEarned" bigint,
	"costPurchased" bigint,
	"earnedAfter" bigint,
	"purchasedAfter" bigint,
	"ledgerSeq" bigint,
	-- The artist's tickets, this vote included.
	"artistTickets" bigint,
	-- Epoch milliseconds.
	"castAt" bigint,
	-- Version of the vote: its slot and the number of its batch there.
	"version" text
) language plpgsql
-- As in cast_votes.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
	clock timestamptz;
	cast_time timestamptz;
	is_locked boolean;
	terms record;
	paid record;
	cost bigint;
	total bigint;
	leaf bytea;
	own_batch bigint;
	slot_batches bigint;
begin
	is_locked := pg_advisory_xact_lock_shared(4015703, hashtext(asked_key) # own_shard) is null;
	clock := lightstick_now();
	cast_time := date_trunc('milliseconds', clock);

	select ranking_id, gems_per_vote, ends_at, (
			select sum(tickets)::bigint from public.tally
			where tally.ranking_id = ranking_terms.ranking_id and tally.artist_id = asked_artist
		) as tickets_before
		into terms
		from public.ranking_terms join public.ranking_terms_artist using (ranking_id, shard)
		where shard = own_shard and ranking_key = asked_key and artist_id = asked_artist and votes_per_fan_max is null
			and terms_refusal(published, closed, starts_at, ends_at, paused, stopped_at, resumed_at, clock, cast_time) is null;
	if not found then return; end if;

	cost := vote_cost(asked_tickets, terms.gems_per_vote);
	update public.wallet set earned = wallet.earned - least(wallet.earned, cost),
			purchased = wallet.purchased - (cost - least(wallet.earned, cost)), last_seq = wallet.last_seq + 1
		where wallet.bucket = own_bucket and wallet.fan_id = own_fan
			and vote_refusal(registered, suspended or frozen, null, cost, expected_cost, earned + purchased, null, null) is null
			and exists (select from public.live_session(cast_vote.token_hash, own_fan, clock))
			and not exists (
				select from public.vote
				where vote.bucket = own_bucket and vote.fan_id = own_fan and vote.idempotency_key = own_key
			)
			and not exists (
				select from public.refused_key
				where refused_key.bucket = own_bucket and refused_key.fan_id = own_fan and refused_key.idempotency_key = own_key
			)
		returning old.earned - new.earned as cost_earned, old.purchased - new.purchased as cost_purchased,
			new.earned as earned_after, new.purchased as purchased_after, new.last_seq as ledger_seq
		into paid;
	if not found then return; end if;
	-- The update may have waited for the wallet: its snapshot is from before that, and this one is not.
	if exists (
		select from public.refused_key
		where refused_key.bucket = own_bucket and refused_key.fan_id = own_fan and refused_key.idempotency_key = own_key
	) then
		raise exception 'a key was refused while its vote waited' using errcode = 'serialization_failure';
	end if;

	total := coalesce(terms.tickets_before, 0) + asked_tickets;
	leaf := convert_to(concat_ws(' ', 'v1 vote', asked_key, asked_artist, asked_tickets, paid.cost_earned,
		paid.cost_purchased, floor(extract(epoch from cast_time)), voter, own_key), 'UTF8');
	insert into public.log_batch
		(batch_id, shard, ranking_id, leaves, leaf_count, vote_count, tickets, gems_earned, gems_purchased)
		overriding system value
		values (next_log_batch(), own_shard, terms.ranking_id, int2send(octet_length(leaf)::smallint) || leaf, 1, 1,
			asked_tickets, paid.cost_earned, paid.cost_purchased)
		returning batch_id into own_batch;
	insert into public.ledger_entry
		(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		values (own_bucket, own_fan, paid.ledger_seq, 'vote', -paid.cost_earned, -paid.cost_purchased, paid.earned_after,
			paid.purchased_after, own_key, cast_time);
	insert into public.vote
		(bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_at, batch_id, place)
		values (own_bucket, own_fan, own_key, terms.ranking_id, asked_artist, asked_tickets, paid.cost_earned,
			paid.cost_purchased, paid.ledger_seq, total, cast_time, own_batch, 0);
	insert into public.tally_slot (ranking_id, slot, shard, batches)
		values (terms.ranking_id, own_slot, own_shard, 1)
		on conflict on constraint tally_slot_pkey do update set batches = tally_slot.batches + 1
		returning batches into slot_batches;
	insert into public.tally (ranking_id, artist_id, slot, shard, tickets, last_vote_at)
		values (terms.ranking_id, asked_artist, own_slot, own_shard, asked_tickets, cast_time)
		on conflict on constraint tally_pkey do update
			set tickets = tally.tickets + excluded.tickets, last_vote_at = greatest(tally.last_vote_at, excluded.last_vote_at);

	if lightstick_now() >= terms.ends_at then
		raise exception 'a ranking ended while its votes waited' using errcode = 'serialization_failure';
	end if;
	return query select paid.cost_earned, paid.cost_purchased, paid.earned_after, paid.purchased_after, paid.ledger_seq,
		total, floor(extract(epoch from cast_time) * 1000)::bigint, own_slot || '.' || slot_batches;
end
$$;
