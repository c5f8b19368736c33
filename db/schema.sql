-- Made by `npm run schema` from db/migrations and db/functions; compared by `npm run check`. Read it, never run it.

CREATE OR REPLACE FUNCTION public.activate_session(own_hash bytea, browser_hashes bytea[], days integer, own_shard smallint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
	update public.session set activated_at = lightstick_now(), used_at = lightstick_now(),
			expires_at = lightstick_now() + make_interval(days => activate_session.days)
		where token_hash = own_hash and browser_hash = any (browser_hashes) and activated_at is null and revoked_at is null
			and expires_at > lightstick_now();
end
$function$;

CREATE OR REPLACE FUNCTION public.bucket_of(fan_id bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((fan_id % (64)::bigint))::smallint;

CREATE OR REPLACE FUNCTION public.cast_vote(own_slot smallint, own_shard smallint, asked_key text, asked_artist integer, own_bucket smallint, own_fan bigint, token_hash bytea, own_key text, voter text, asked_tickets bigint, expected_cost bigint)
 RETURNS TABLE("costEarned" bigint, "costPurchased" bigint, "earnedAfter" bigint, "purchasedAfter" bigint, "ledgerSeq" bigint, "artistTickets" bigint, "castAt" bigint, version text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.cast_votes(own_slot smallint, ranking_keys text[], entry_rankings integer[], entry_artists integer[], ballot_entries integer[], ballot_buckets smallint[], ballot_fans bigint[], ballot_sessions bytea[], ballot_keys text[], ballot_voters text[], ballot_tickets bigint[], ballot_expected_costs bigint[], ballot_retries boolean[], skip_held boolean, own_shard smallint DEFAULT 0, entry_tickets bigint[] DEFAULT NULL::bigint[])
 RETURNS TABLE(ballot integer, refusal text, "costEarned" bigint, "costPurchased" bigint, "earnedAfter" bigint, "purchasedAfter" bigint, "ledgerSeq" bigint, "artistTickets" bigint, "castAt" bigint, version text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
	clock timestamptz;
	cast_time timestamptz;
	cast_seconds bigint;
	first_end timestamptz;
	-- One element per entry.
	ranking_ids integer[];
	prices bigint[];
	caps bigint[];
	entry_refusals text[];
	tickets_before bigint[];
	locked_fans bigint[];
	held_fans bigint[] := '{}';
	is_locked boolean;
	asked_key text;
	cast_count integer;
	held_count integer := 0;
begin
	-- Closing and pausing take this lock exclusively: what the batch decides is committed before they go on.
	-- Each shard has a lock of its own. Its name comes from the key and the shard: an expression without a query takes a
	-- tenth of the time.
	foreach asked_key in array ranking_keys loop
		is_locked := pg_advisory_xact_lock_shared(4015703, hashtext(asked_key) # own_shard) is null;
	end loop;
	-- Read once, under the lock. It decides the cut-off and is stored with the votes.
	clock := lightstick_now();
	cast_time := date_trunc('milliseconds', clock);
	cast_seconds := floor(extract(epoch from cast_time));

	with terms as materialized (
		select place, ranking_id, gems_per_vote, votes_per_fan_max, ends_at,
			terms_refusal(published, closed, starts_at, ends_at, paused, stopped_at, resumed_at, clock, cast_time) as refusal
		from unnest(ranking_keys) with ordinality as asked (ranking_key, place)
		-- The limit makes it a look-up by both columns, also by a plan that was made before anything was counted.
		left join lateral (
			select * from public.ranking_terms
			where shard = own_shard and ranking_terms.ranking_key = asked.ranking_key limit 1
		) found on true
	)
	select array_agg(terms.ranking_id order by ordinal), array_agg(gems_per_vote order by ordinal),
			array_agg(votes_per_fan_max order by ordinal),
			array_agg(
				coalesce(refusal, case when ranking_terms_artist.artist_id is null then 'artist_not_listed' end) order by ordinal
			),
			array_agg(
				coalesce(entry_tickets[ordinal], (
					select sum(tickets)::bigint from public.tally
					where tally.ranking_id = terms.ranking_id and tally.artist_id = asked.artist_id
				), 0) order by ordinal
			),
			min(ends_at) filter (where refusal is null)
		into ranking_ids, prices, caps, entry_refusals, tickets_before, first_end
		from unnest(entry_rankings, entry_artists) with ordinality as asked (ranking, artist_id, ordinal)
		join terms on place = ranking
		left join public.ranking_terms_artist on ranking_terms_artist.ranking_id = terms.ranking_id
			and ranking_terms_artist.artist_id = asked.artist_id and ranking_terms_artist.shard = own_shard;

	-- The sum for a cap must not miss a vote that another batch is adding, and the refusal of a retry is final. Both are
	-- decided under the wallets' locks. The next statement's snapshot sees what the last holders committed.
	is_locked := skip_held or true = any (ballot_retries) or array_remove(caps, null) <> '{}';
	if is_locked then
		select coalesce(array_agg(fan_id), '{}') into locked_fans from (
			select fan_id from unnest(ballot_buckets, ballot_fans) as asked (bucket, fan_id) join public.wallet using (bucket, fan_id)
			for no key update of wallet skip locked
		) locked;
		if cardinality(locked_fans) < cardinality(ballot_fans) then
			select coalesce(array_agg(fan_id), '{}') into held_fans
				from unnest(ballot_buckets, ballot_fans) as asked (bucket, fan_id) join public.wallet using (bucket, fan_id)
				where fan_id <> all (locked_fans);
		end if;
	end if;

	-- The last statement lists the ballots' arrays again. To list them once, every batch would have to build a table or an
	-- array of rows, and the last statement rarely runs.
	return query with
	paid as (
		update public.wallet set earned = wallet.earned - least(wallet.earned, cost),
			purchased = wallet.purchased - (cost - least(wallet.earned, cost)), last_seq = wallet.last_seq + 1
		from (
			select *, vote_cost(tickets, prices[entry]) as cost, caps[entry] as cap
			from unnest(ballot_entries, ballot_buckets, ballot_fans, ballot_sessions, ballot_keys, ballot_voters,
				ballot_tickets, ballot_expected_costs) with ordinality
				as asked (entry, bucket, fan_id, token_hash, idempotency_key, voter, tickets, expected_cost, ordinal)
		) asked
		-- Joined, which gives the plan of a plain join. As `exists` in the condition it gives one that is forty times slower.
		cross join public.live_session(asked.token_hash, asked.fan_id, clock)
		where wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id
			and (held_fans = '{}' or asked.fan_id <> all (held_fans))
			and vote_refusal(
				registered, suspended or frozen, entry_refusals[entry], cost, expected_cost, earned + purchased,
				case when cap is not null then asked.tickets + (
					select given from public.tickets_given(asked.bucket, asked.fan_id, ranking_ids[entry])
				) end,
				cap
			) is null
			and not exists (
				select from public.vote where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
					and vote.idempotency_key = asked.idempotency_key
			)
			and not exists (
				select from public.refused_key where refused_key.bucket = asked.bucket and refused_key.fan_id = asked.fan_id
					and refused_key.idempotency_key = asked.idempotency_key
			)
		returning asked.ordinal, asked.bucket, asked.fan_id, asked.idempotency_key, asked.voter, asked.entry, asked.tickets,
			old.earned - new.earned as cost_earned, old.purchased - new.purchased as cost_purchased,
			new.earned as earned_after, new.purchased as purchased_after, new.last_seq as ledger_seq
	),
	counted as (
		select *, ranking_ids[entry] as ranking_id, entry_artists[entry] as artist_id,
			(tickets_before[entry] + sum(tickets) over (partition by entry order by ordinal))::bigint as artist_tickets,
			row_number() over (partition by entry_rankings[entry] order by ordinal) - 1 as place
		from paid
	),
	logged as (
		insert into public.log_batch
			(batch_id, shard, ranking_id, leaves, leaf_count, vote_count, tickets, gems_earned, gems_purchased)
		overriding system value
		select next_log_batch(), own_shard, ranking_id,
			string_agg(int2send(octet_length(leaf)::smallint) || convert_to(leaf, 'UTF8'), '' order by place),
			count(*), count(*), sum(tickets), sum(cost_earned), sum(cost_purchased)
		from counted cross join lateral (
			select concat_ws(' ', 'v1 vote', ranking_keys[entry_rankings[entry]], artist_id, tickets, cost_earned,
				cost_purchased, cast_seconds, voter, idempotency_key) as leaf
		) written
		group by ranking_id
		returning batch_id, ranking_id
	),
	booked as (
		insert into public.ledger_entry
			(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select bucket, fan_id, ledger_seq, 'vote', -cost_earned, -cost_purchased, earned_after, purchased_after,
			idempotency_key, cast_time
		from counted
	),
	stored as (
		insert into public.vote
			(bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
				artist_tickets, cast_at, batch_id, place)
		select bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_time, batch_id, place
		from counted join logged using (ranking_id)
	),
	-- The row stays locked until the commit: see tally_slot.
	numbered as (
		insert into public.tally_slot (ranking_id, slot, shard, batches)
		select ranking_id, own_slot, own_shard, 1 from counted group by ranking_id order by ranking_id
		on conflict on constraint tally_slot_pkey do update set batches = tally_slot.batches + 1
		returning ranking_id, batches
	),
	tallied as (
		insert into public.tally (ranking_id, artist_id, slot, shard, tickets, last_vote_at)
		select ranking_id, artist_id, own_slot, own_shard, sum(tickets), cast_time from counted
		group by ranking_id, artist_id order by ranking_id, artist_id
		on conflict on constraint tally_pkey do update
			set tickets = tally.tickets + excluded.tickets,
				last_vote_at = greatest(tally.last_vote_at, excluded.last_vote_at)
	)
	select ordinal::integer, null::text, cost_earned, cost_purchased, earned_after, purchased_after, ledger_seq,
		artist_tickets, floor(extract(epoch from cast_time) * 1000)::bigint, own_slot || '.' || batches
	from counted join numbered using (ranking_id);
	get diagnostics cast_count = row_count;

	-- While the update waited for a wallet, the last holder may have refused the same key for good. The update's snapshot
	-- is from before the wait and does not see that.
	-- First a look whether anything was refused lately: a batch ends long before a minute. A statement of its own, because
	-- to prepare the second one would cost every batch more than this look.
	if not is_locked and exists (select from public.refused_key where refused_at >= cast_time - interval '1 minute') then
		if exists (
			select from unnest(ballot_buckets, ballot_fans, ballot_keys) as asked (bucket, fan_id, idempotency_key)
			join public.refused_key using (bucket, fan_id, idempotency_key)
			join public.vote using (bucket, fan_id, idempotency_key)
		) then
			raise exception 'a key was refused while its vote waited' using errcode = 'serialization_failure';
		end if;
	end if;
	-- A ranking's time ended before the batch was through. Abort it: the next sending will be refused.
	if cast_count > 0 and lightstick_now() >= first_end then
		raise exception 'a ranking ended while its votes waited' using errcode = 'serialization_failure';
	end if;
	if held_fans <> '{}' then
		return query
		select ordinal::integer, 'wallet_held', null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
			null::bigint, null::bigint, null::text
		from unnest(ballot_fans) with ordinality as asked (fan_id, ordinal) where fan_id = any (held_fans);
		get diagnostics held_count = row_count;
	end if;
	if cast_count + held_count = cardinality(ballot_keys) then return; end if;

	-- The rest, with the reason as it is now. A vote that exists already gets its first answer again.
	return query with
	other as (
		select asked.*, earlier.ranking_id as earlier_ranking, earlier.artist_id as earlier_artist,
			earlier.tickets as earlier_tickets, earlier.cost_earned, earlier.cost_purchased, earlier.ledger_seq,
			earlier.artist_tickets, earlier.cast_at, ledger.earned_after, ledger.purchased_after,
			case
				when not exists (select from public.live_session(asked.token_hash, asked.fan_id, clock)) then 'sign_in_required'
				when earlier.ranking_id is null then coalesce(
					known.refusal,
					vote_refusal(
						registered, suspended or frozen, entry_refusals[entry],
						vote_cost(asked.tickets, prices[entry]), expected_cost, earned + purchased,
						case when caps[entry] is not null then asked.tickets + (
							select given from public.tickets_given(asked.bucket, asked.fan_id, ranking_ids[entry])
						) end,
						caps[entry]
					),
					'try_again'
				)
				when earlier.ranking_id is distinct from ranking_ids[entry]
					or earlier.artist_id <> entry_artists[entry] or earlier.tickets <> asked.tickets
					then 'idempotency_key_reused'
			end as refusal
		from unnest(ballot_entries, ballot_buckets, ballot_fans, ballot_sessions, ballot_keys, ballot_tickets,
			ballot_expected_costs, ballot_retries) with ordinality
			as asked (entry, bucket, fan_id, token_hash, idempotency_key, tickets, expected_cost, is_retry, ordinal)
		left join public.wallet on wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id
		left join lateral (
			select *, vote.xmin = pg_current_xact_id_if_assigned()::xid as is_new from public.vote
			where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
				and vote.idempotency_key = asked.idempotency_key limit 1
		) earlier on true
		left join lateral (
			select earned_after, purchased_after from public.ledger_entry
			where ledger_entry.bucket = earlier.bucket and ledger_entry.fan_id = earlier.fan_id
				and ledger_entry.seq = earlier.ledger_seq limit 1
		) ledger on true
		left join lateral (
			select refused_key.refusal from public.refused_key
			where refused_key.bucket = asked.bucket and refused_key.fan_id = asked.fan_id
				and refused_key.idempotency_key = asked.idempotency_key limit 1
		) known on true
		where earlier.is_new is not true and (held_fans = '{}' or asked.fan_id <> all (held_fans))
	),
	-- Written under the wallet's lock: another batch decides the first sending either before this row or after it, and
	-- after it finds the refusal.
	kept as (
		insert into public.refused_key (bucket, fan_id, idempotency_key, refusal, refused_at)
		select bucket, fan_id, idempotency_key, refusal, cast_time from other
		where is_retry and earlier_ranking is null and fan_id = any (locked_fans)
			and refusal not in ('try_again', 'ranking_ended', 'sign_in_required')
		on conflict do nothing
	)
	select ordinal::integer, refusal, cost_earned, cost_purchased, earned_after, purchased_after, ledger_seq,
		artist_tickets, floor(extract(epoch from cast_at) * 1000)::bigint, '0'
	from other;
end
$function$;

CREATE OR REPLACE FUNCTION public.close_shard(own_shard smallint, asked_ranking integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET lock_timeout TO '400ms'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.commit_together()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
	-- Without an id it has written nothing here. A standby has none to give.
	if pg_current_xact_id_if_assigned() is not null then
		-- The table is empty, and stays so.
		delete from commit_together;
	end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.enter_shard(own_shard smallint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
	placed bigint := get_shard_id_for_distribution_column('public.wallet', own_shard);
begin
	-- 5 is the number of PostgreSQL for a share lock.
	perform lock_shard_metadata(5, array[placed]);
	if not exists (
		select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = placed
	) then
		raise exception 'the shard is on another server' using errcode = 'serialization_failure';
	end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.extend_sessions(token_hashes bytea[], days integer, days_most integer, own_shard smallint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
	update public.session set used_at = lightstick_now(), expires_at = least(
			lightstick_now() + make_interval(days => extend_sessions.days),
			created_at + make_interval(days => days_most))
		where token_hash in (
			select token_hash from public.session where token_hash = any (token_hashes) and revoked_at is null
			for update skip locked
		);
end
$function$;

CREATE OR REPLACE FUNCTION public.find_sessions(token_hashes bytea[], hours_untouched integer, own_shard smallint DEFAULT 0)
 RETURNS TABLE("tokenHash" bytea, bucket smallint, "fanId" bigint, registered boolean, extendable boolean, sealed bytea)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
	clock timestamptz := lightstick_now();
begin
	return query
	select token_hash, session.bucket, session.fan_id, registered_at is not null,
		coalesce(used_at, activated_at) < clock - make_interval(hours => hours_untouched), voter_secret.sealed
	from public.session
	join public.fan using (bucket, fan_id)
	left join public.voter_secret using (bucket, fan_id)
	where token_hash = any (token_hashes) and activated_at is not null and revoked_at is null and expires_at > clock
		and erased_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION public.front_definition(of_function oid, keys smallint[])
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
	name text := (select proname from pg_proc where oid = of_function);
	calling text := (
		select case when proretset then 'return query select * from' when prorettype = 'void'::regtype then 'perform' else 'return' end
		from pg_proc where oid = of_function
	);
	-- Settings of a connection do not reach the workers. A shard that is moving is waited for as long as a wallet.
	lock_timeout text := coalesce(
		(select substring(unnest from 'lock_timeout=(.*)') from pg_proc, unnest(proconfig)
			where oid = of_function and unnest like 'lock_timeout=%'),
		'100ms'
	);
	inputs text := (
		select string_agg('$' || number, ', ') from generate_series(1, (select pronargs from pg_proc where oid = of_function)) number
	);
	body text := '';
	number integer;
begin
	for number in 0 .. cardinality(keys) - 1 loop
		body := body || format(
			E'\n\twhen %s then %s shard_%s.%I(%s);', keys[number + 1],
			calling, number, name, inputs
		);
	end loop;
	return format(
		'create or replace function public.%I(%s) returns %s language plpgsql set lock_timeout = %L as $front$
#variable_conflict use_column
begin
	perform public.enter_shard(own_shard);
	case own_shard%s
	end case;
end
$front$', name, pg_get_function_arguments(of_function), pg_get_function_result(of_function), lock_timeout, body
	);
end
$function$;

CREATE OR REPLACE FUNCTION public.hold_shards(keys smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
	if (select shard_keys is not null from public.installation) then
		-- A share lock, as above.
		perform lock_shard_metadata(
			5, array(select get_shard_id_for_distribution_column('public.fan', key) from unnest(keys) key order by 1)
		);
	end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_voter_secrets(buckets smallint[], fan_ids bigint[], secrets bytea[], own_shard smallint DEFAULT 0)
 RETURNS TABLE(bucket smallint, "fanId" bigint, sealed bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
	insert into public.voter_secret (bucket, fan_id, sealed)
		select * from unnest(buckets, fan_ids, secrets) as made (bucket, fan_id, sealed) order by 1, 2
		on conflict do nothing;
	return query
	select bucket, fan_id, sealed from public.voter_secret
	join unnest(buckets, fan_ids) as asked (bucket, fan_id) using (bucket, fan_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.lightstick_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 PARALLEL SAFE
RETURN clock_timestamp();

CREATE OR REPLACE FUNCTION public.live_session(token_hash bytea, fan_id bigint, at timestamp with time zone)
 RETURNS TABLE(is_alive boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
	select true from public.session
	where session.token_hash = live_session.token_hash and session.fan_id = live_session.fan_id
		and activated_at is not null and revoked_at is null and expires_at > at
$function$;

CREATE OR REPLACE FUNCTION public.make_shard_functions()
 RETURNS void
 LANGUAGE plpgsql
 SET check_function_bodies TO 'off'
AS $function$
declare
	keys smallint[] := (select shard_keys from installation);
	-- The checks that cast_votes contains, then the functions that processes call.
	helpers constant text[] := '{live_session,tickets_given}';
	fronts constant text[] := '{cast_votes,close_shard,stop_shard,find_sessions,activate_session,extend_sessions,keep_voter_secrets}';
	number integer;
	of record;
	earlier record;
begin
	if keys is null then return; end if;
	for of in
		select oid, proname, proname = any (fronts) as is_front from pg_proc
		where pronamespace = 'public'::regnamespace and proname = any (helpers || fronts)
			-- A front has nothing to make a shard's function of. Its file has not changed.
			and prosrc not like '%public.enter_shard(%'
		order by proname = any (fronts)
	loop
		for number in 0 .. cardinality(keys) - 1 loop
			execute format('create schema if not exists shard_%s', number);
			execute format('grant usage on schema shard_%s to lightstick_app', number);
			-- Another number of parameters would leave the function of the release before beside it.
			for earlier in
				select oid::regprocedure as signature from pg_proc
				where pronamespace = format('shard_%s', number)::regnamespace and proname = of.proname
			loop
				execute format('drop function %s', earlier.signature);
			end loop;
			execute shard_definition(of.oid, number, keys[number + 1], helpers || fronts);
		end loop;
		if of.is_front then
			execute front_definition(of.oid, keys);
			perform create_distributed_function(
				of.oid::regprocedure, distribution_arg_name := 'own_shard', colocate_with := 'wallet', force_delegation := true
			);
		end if;
	end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.next_log_batch()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN nextval('log_batch_batch_id_seq'::regclass);

CREATE OR REPLACE FUNCTION public.note_entry_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	perform refresh_terms_artists(
		array_agg(ranking_id order by ranking_id, artist_id) filter (where is_listed),
		array_agg(artist_id order by ranking_id, artist_id) filter (where is_listed),
		array_agg(ranking_id order by ranking_id, artist_id) filter (where not is_listed),
		array_agg(artist_id order by ranking_id, artist_id) filter (where not is_listed)
	) from (select ranking_id, artist_id, tg_op <> 'DELETE' and hidden_at is null as is_listed from changed) entry;
	return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_ranking_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	perform refresh_ranking_terms(array(select distinct ranking_id from changed));
	return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_shard_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	delete from ranking_terms where shard <> all (shard_keys());
	delete from ranking_terms_artist where shard <> all (shard_keys());
	perform refresh_ranking_terms(array(select ranking_id from ranking));
	perform refresh_terms_artists(array_agg(ranking_id), array_agg(artist_id), '{}', '{}')
		from ranking_entry where hidden_at is null;
	return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_supply_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	insert into supply_change (kind, earned, purchased) values (new.kind, new.earned, new.purchased);
	return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_ranking_terms(ranking_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
	keys smallint[] := shard_keys();
	key smallint;
	of record;
begin
	-- Two changes of one ranking come one after the other, and the next statement sees what the last one committed.
	perform from ranking where ranking_id = any (ranking_ids) order by ranking_id for no key update;
	for of in
		select *,
			exists (
				select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null
			) as paused,
			(select max(ended_at) from ranking_pause pause where pause.ranking_id = ranking.ranking_id) as resumed_at,
			exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed
		from ranking where ranking_id = any (ranking_ids) order by ranking_id
	loop
		foreach key in array keys loop
			insert into ranking_terms
				(shard, ranking_id, ranking_key, starts_at, ends_at, gems_per_vote, votes_per_fan_max, published, paused,
					resumed_at, closed)
			values
				(key, of.ranking_id, of.ranking_key, of.starts_at, of.ends_at, of.gems_per_vote, of.votes_per_fan_max,
					of.published_at is not null, of.paused, of.resumed_at, of.closed)
			on conflict (ranking_id, shard) do update set
				ranking_key = excluded.ranking_key, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
				gems_per_vote = excluded.gems_per_vote, votes_per_fan_max = excluded.votes_per_fan_max,
				published = excluded.published, paused = excluded.paused, stopped_at = null,
				resumed_at = excluded.resumed_at, closed = ranking_terms.closed or excluded.closed;
		end loop;
	end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_terms_artists(listed_rankings integer[], listed_artists integer[], hidden_rankings integer[], hidden_artists integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
	key smallint;
begin
	foreach key in array shard_keys() loop
		delete from ranking_terms_artist
			using unnest(listed_rankings || hidden_rankings, listed_artists || hidden_artists) as asked (in_ranking, of_artist)
			where shard = key and ranking_id = in_ranking and artist_id = of_artist;
		if cardinality(listed_rankings) > 0 then
			insert into ranking_terms_artist (ranking_id, artist_id, shard)
				select in_ranking, of_artist, key
				from unnest(listed_rankings, listed_artists) as asked (in_ranking, of_artist);
		end if;
	end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	raise exception '% is append-only', tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.shard_definition(of_function oid, number integer, key smallint, names text[])
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
	definition text := pg_get_functiondef(of_function);
	of record;
	name text;
begin
	for of in select logicalrelid::text as distributed,
			get_shard_id_for_distribution_column(logicalrelid, key) as shard from pg_dist_partition
	loop
		definition := regexp_replace(
			definition, format('\mpublic\.%s\M', of.distributed),
			format('public.%s_%s as %s', of.distributed, of.shard, of.distributed), 'g'
		);
		definition := regexp_replace(
			definition, format('(on conflict on constraint %s_pkey)\M', of.distributed), format('\1_%s', of.shard), 'g'
		);
	end loop;
	foreach name in array names loop
		definition := regexp_replace(definition, format('\mpublic\.%s\M', name), format('shard_%s.%s', number, name), 'g');
	end loop;
	return definition;
end
$function$;

CREATE OR REPLACE FUNCTION public.shard_keys()
 RETURNS smallint[]
 LANGUAGE sql
 STABLE
AS $function$
	select coalesce(
		(select coalesce(shard_keys, array(select generate_series(0, shards - 1)::smallint)) from installation),
		'{0}'
	)
$function$;

CREATE OR REPLACE FUNCTION public.stop_shard(own_shard smallint, asked_ranking integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET lock_timeout TO '400ms'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.terms_refusal(published boolean, closed boolean, starts_at timestamp with time zone, ends_at timestamp with time zone, paused boolean, stopped_at timestamp with time zone, resumed_at timestamp with time zone, clock timestamp with time zone, cast_time timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (published IS NOT TRUE) THEN 'ranking_not_found'::text WHEN closed THEN 'ranking_closed'::text WHEN (clock >= ends_at) THEN 'ranking_ended'::text WHEN (cast_time < starts_at) THEN 'ranking_not_open'::text WHEN (paused OR (stopped_at IS NOT NULL) OR (cast_time < resumed_at)) THEN 'ranking_paused'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.tickets_given(bucket smallint, fan_id bigint, ranking_id integer)
 RETURNS TABLE(given numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
	select coalesce(sum(tickets), 0) from public.vote
	where vote.bucket = tickets_given.bucket and vote.fan_id = tickets_given.fan_id
		and vote.ranking_id = tickets_given.ranking_id
$function$;

CREATE OR REPLACE FUNCTION public.vote_cost(tickets bigint, gems_per_vote bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (tickets * LEAST(gems_per_vote, ('9223372036854775807'::bigint / tickets)));

CREATE OR REPLACE FUNCTION public.vote_refusal(registered boolean, barred boolean, entry_refusal text, cost bigint, expected_cost bigint, balance bigint, given_after numeric, cap bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (registered IS NOT TRUE) THEN 'registration_required'::text WHEN barred THEN 'account_suspended'::text WHEN (entry_refusal IS NOT NULL) THEN entry_refusal WHEN (expected_cost <> cost) THEN 'cost_changed'::text WHEN (balance < 0) THEN 'wallet_in_debt'::text WHEN (balance < cost) THEN 'not_enough_gems'::text WHEN (given_after > (cap)::numeric) THEN 'vote_cap_reached'::text ELSE NULL::text END;

create table anchor_key (
	vkey text not null,
	added_at timestamp with time zone not null,
	retired_at timestamp with time zone,
	PRIMARY KEY (vkey)
);
-- lightstick_app may: insert, select, update

create table anchor_leaf (
	index bigint not null,
	kind text not null,
	leaf bytea not null,
	appended_at timestamp with time zone not null default lightstick_now(),
	ranking_id integer,
	log_size bigint,
	CHECK (((ranking_id IS NULL) = (log_size IS NULL))),
	CHECK ((kind = ANY (ARRAY['cp'::text, 'result'::text, 'supply'::text, 'accounts'::text, 'key'::text, 'restored'::text]))),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (index)
);
-- lightstick_app may: insert, select

create table anchor_log (
	only_row boolean not null default true,
	size bigint not null default 0,
	published_size bigint not null default 0,
	checkpoint text,
	partial_bundle bytea not null default '\x'::bytea,
	partial_tiles bytea[] not null default '{}'::bytea[],
	published_at timestamp with time zone,
	public_key bytea,
	checked_at timestamp with time zone,
	supply_at timestamp with time zone,
	accounts_at timestamp with time zone,
	witnessed_size bigint not null default 0,
	witnessed_checkpoint text,
	CHECK (((checkpoint IS NULL) = (published_size = 0))),
	CHECK (((witnessed_checkpoint IS NULL) = (witnessed_size = 0))),
	CHECK ((octet_length(public_key) = 32)),
	CHECK ((published_size <= size)),
	CHECK ((witnessed_size <= published_size)),
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: select, update

create table anchor_witness (
	vkey text not null,
	name text not null,
	size bigint not null default 0,
	cosignature text,
	cosigned_at timestamp with time zone,
	tried_at timestamp with time zone not null,
	fault text,
	faulty_since timestamp with time zone,
	PRIMARY KEY (vkey)
);
-- lightstick_app may: delete, insert, select, update

create table approval (
	approval_id uuid not null default gen_random_uuid(),
	number bigint not null,
	kind text not null,
	payload jsonb not null,
	payload_hash text not null,
	why text not null,
	asked_by integer not null,
	asked_at timestamp with time zone not null default lightstick_now(),
	expires_at timestamp with time zone not null,
	decision text,
	decided_by integer,
	decided_at timestamp with time zone,
	decided_why text,
	CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> asked_by))),
	CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
	CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
	FOREIGN KEY (asked_by) REFERENCES operator(operator_id),
	FOREIGN KEY (decided_by) REFERENCES operator(operator_id),
	PRIMARY KEY (approval_id),
	UNIQUE (number)
);
-- lightstick_app may: insert, select

create table artist (
	artist_id integer not null,
	kind text not null,
	en_name text not null,
	native_name text,
	native_lang text,
	sub_title text,
	nationality text,
	gender smallint,
	birthday date,
	fan_color text,
	avatar_media_id text,
	description_raw text not null default ''::text,
	description_html text not null default ''::text,
	description_policy integer not null default 0,
	hidden_at timestamp with time zone,
	version integer not null default 1,
	CHECK (((kind <> 'solo'::text) OR ((gender IS NOT NULL) AND (birthday IS NOT NULL)))),
	CHECK ((fan_color ~ '^#[0-9A-Fa-f]{6}$'::text)),
	CHECK ((kind = ANY (ARRAY['solo'::text, 'group'::text, 'song'::text]))),
	FOREIGN KEY (avatar_media_id) REFERENCES media(media_id),
	PRIMARY KEY (artist_id)
);
-- lightstick_app may: insert, select, update

create table audit_entry (
	audit_id bigint not null,
	at timestamp with time zone not null default lightstick_now(),
	operator_id integer,
	action text not null,
	target text not null,
	before jsonb,
	after jsonb,
	why text,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (audit_id)
);
-- lightstick_app may: insert, select

create table banner (
	banner_id integer not null,
	"position" integer not null,
	media_id text not null,
	pc_media_id text not null,
	alt text not null,
	link_url text,
	link_target text,
	hidden_at timestamp with time zone,
	version integer not null default 1,
	starts_at timestamp with time zone,
	ends_at timestamp with time zone,
	CHECK ((ends_at > starts_at)),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	FOREIGN KEY (pc_media_id) REFERENCES media(media_id),
	PRIMARY KEY (banner_id)
);
-- lightstick_app may: delete, insert, select, update

create table check_in (
	bucket smallint not null,
	fan_id bigint not null,
	day date not null,
	sequence smallint not null,
	gems integer not null,
	ledger_seq bigint not null,
	timezone text not null,
	checked_at timestamp with time zone not null,
	CHECK (((sequence >= 1) AND (sequence <= 7))),
	CHECK ((gems > 0)),
	PRIMARY KEY (bucket, fan_id, day)
);
-- lightstick_app may: insert, select

create table check_in_reward (
	sequence smallint not null,
	gems integer not null,
	CHECK (((sequence >= 1) AND (sequence <= 7))),
	CHECK ((gems > 0)),
	PRIMARY KEY (sequence)
);
-- lightstick_app may: insert, select, update

create table checkout (
	trade_no text not null,
	attempt integer not null,
	session_id text,
	url text,
	status text not null default 'asked'::text,
	expires_at timestamp with time zone not null,
	checked_at timestamp with time zone not null,
	CHECK ((attempt > 0)),
	CHECK ((status = ANY (ARRAY['asked'::text, 'open'::text, 'complete'::text, 'expired'::text, 'failed'::text]))),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (trade_no, attempt),
	UNIQUE (session_id)
);
-- lightstick_app may: insert, select

create table commit_together (
	id smallint not null,
	PRIMARY KEY (id)
);
-- lightstick_app may: delete, select

create table deletion_request (
	bucket smallint not null,
	fan_id bigint not null,
	requested_at timestamp with time zone not null,
	erase_at timestamp with time zone not null,
	cancelled_at timestamp with time zone,
	erased_at timestamp with time zone,
	CHECK ((erase_at >= requested_at)),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (bucket, fan_id, requested_at)
);
-- lightstick_app may: insert, select

create table distribution_step (
	step text not null,
	done_at timestamp with time zone not null default lightstick_now(),
	PRIMARY KEY (step)
);
-- lightstick_app may: select

create table entry_import (
	import_id uuid not null default gen_random_uuid(),
	ranking_id integer not null,
	operator_id integer not null,
	file_name text not null,
	encoding text not null,
	rows jsonb not null,
	entries_version integer not null,
	created_at timestamp with time zone not null default lightstick_now(),
	expires_at timestamp with time zone not null,
	committed_at timestamp with time zone,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (import_id)
);
-- lightstick_app may: delete, insert, select

create table failed_vote (
	bucket smallint not null,
	fan_id bigint not null,
	ranking_id integer not null,
	minute timestamp with time zone not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	failed_at timestamp with time zone not null,
	CHECK ((tickets > 0)),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (bucket, fan_id, ranking_id, minute)
);
-- lightstick_app may: delete, insert, select

create table fan (
	bucket smallint not null,
	fan_id bigint not null,
	name text,
	email text,
	country text,
	register_platform text not null,
	avatar_media_id text,
	created_at timestamp with time zone not null default lightstick_now(),
	registered_at timestamp with time zone,
	erased_at timestamp with time zone,
	language text,
	CHECK ((bucket = bucket_of(fan_id))),
	CHECK ((language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	CHECK ((register_platform = ANY (ARRAY['google'::text, 'line'::text, 'oidc'::text]))),
	PRIMARY KEY (bucket, fan_id)
);
-- lightstick_app may: insert, select, update

create table fan_identity (
	provider text not null,
	subject text not null,
	bucket smallint not null,
	fan_id bigint not null,
	login_email text,
	linked_at timestamp with time zone not null default lightstick_now(),
	CHECK ((provider = ANY (ARRAY['google'::text, 'line'::text, 'oidc'::text]))),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (provider, subject)
);
-- lightstick_app may: delete, insert, select, update

create table favorite (
	bucket smallint not null,
	fan_id bigint not null,
	artist_id integer not null,
	place integer not null,
	marked_at timestamp with time zone not null default lightstick_now(),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (bucket, fan_id, artist_id)
);
-- lightstick_app may: delete, insert, select, update

create table function_file (
	name text not null,
	hash text not null,
	applied_at timestamp with time zone not null default clock_timestamp(),
	PRIMARY KEY (name)
);
-- lightstick_app may: nothing

create table gem_adjustment (
	bucket smallint not null,
	fan_id bigint not null,
	ledger_seq bigint not null,
	operator_id integer not null,
	approval_id uuid,
	amount bigint not null,
	adjusted_at timestamp with time zone not null default lightstick_now(),
	CHECK ((amount > 0)),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (bucket, fan_id, ledger_seq)
);
-- lightstick_app may: insert, select

create table gem_lot (
	bucket smallint not null,
	fan_id bigint not null,
	trade_no text not null,
	base bigint not null,
	bonus bigint not null,
	ledger_seq bigint not null,
	CHECK ((base > 0)),
	CHECK ((bonus >= 0)),
	PRIMARY KEY (bucket, fan_id, trade_no)
);
-- lightstick_app may: insert, select

create table gem_order (
	bucket smallint not null,
	fan_id bigint not null,
	trade_no text not null,
	goods_id integer not null,
	gems integer not null,
	bonus_gems integer not null,
	price_minor bigint not null,
	currency text not null,
	currency_symbol text not null,
	media_id text,
	status text not null default 'created'::text,
	created_at timestamp with time zone not null,
	expires_at timestamp with time zone not null,
	paid_at timestamp with time zone,
	fulfilled_at timestamp with time zone,
	CHECK ((bonus_gems >= 0)),
	CHECK ((currency ~ '^[A-Z]{3}$'::text)),
	CHECK ((gems > 0)),
	CHECK ((price_minor > 0)),
	CHECK ((status = ANY (ARRAY['created'::text, 'paying'::text, 'paid'::text, 'fulfilled'::text, 'expired'::text, 'refunded'::text, 'disputed'::text]))),
	CHECK ((trade_no ~ '^[A-Za-z0-9_-]{22}$'::text)),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	FOREIGN KEY (goods_id) REFERENCES goods(goods_id),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	PRIMARY KEY (bucket, fan_id, trade_no),
	UNIQUE (trade_no)
);
-- lightstick_app may: insert, select

create table goods (
	goods_id integer not null,
	"position" integer not null,
	gems integer not null,
	bonus_gems integer not null default 0,
	price_minor bigint not null,
	currency text not null,
	media_id text,
	withdrawn_at timestamp with time zone,
	version integer not null default 1,
	CHECK ((bonus_gems >= 0)),
	CHECK ((currency ~ '^[A-Z]{3}$'::text)),
	CHECK ((gems > 0)),
	CHECK ((price_minor > 0)),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	PRIMARY KEY (goods_id)
);
-- lightstick_app may: insert, select, update

create table idempotency_record (
	bucket smallint not null,
	fan_id bigint not null,
	operation text not null,
	idempotency_key text not null,
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamp with time zone not null default lightstick_now(),
	CHECK ((idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'::text)),
	PRIMARY KEY (bucket, fan_id, operation, idempotency_key)
);
-- lightstick_app may: delete, insert, select

create table incident (
	incident_id integer not null,
	title text not null,
	parts text[] not null,
	state text not null,
	started_at timestamp with time zone not null,
	ended_at timestamp with time zone,
	version integer not null default 1,
	CHECK (((ended_at IS NULL) = (state <> 'resolved'::text))),
	CHECK ((cardinality(parts) > 0)),
	CHECK ((ended_at >= started_at)),
	CHECK ((state = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
	PRIMARY KEY (incident_id)
);
-- lightstick_app may: insert, select

create table incident_update (
	update_id integer not null,
	incident_id integer not null,
	state text not null,
	words text not null,
	operator_id integer not null,
	at timestamp with time zone not null default lightstick_now(),
	CHECK ((state = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
	FOREIGN KEY (incident_id) REFERENCES incident(incident_id),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (update_id)
);
-- lightstick_app may: insert, select

create table installation (
	id boolean not null default true,
	public_url text not null,
	shards smallint not null default 1,
	shard_keys smallint[],
	CHECK ((shards > 0)),
	CHECK (id),
	PRIMARY KEY (id)
);
-- lightstick_app may: select

create table ledger_entry (
	bucket smallint not null,
	fan_id bigint not null,
	seq bigint not null,
	kind text not null,
	earned bigint not null,
	purchased bigint not null,
	earned_after bigint not null,
	purchased_after bigint not null,
	cause text not null,
	created_at timestamp with time zone not null,
	CHECK ((kind = ANY (ARRAY['purchase'::text, 'bonus'::text, 'check_in'::text, 'vote'::text, 'refund'::text, 'chargeback'::text, 'adjustment'::text, 'void_return'::text, 'forfeit'::text]))),
	PRIMARY KEY (bucket, fan_id, seq)
);
-- lightstick_app may: insert, select

create table log_anchoring (
	ranking_id integer not null,
	size bigint not null default 0,
	result_anchored boolean not null default false,
	supply_size bigint not null default 0,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select, update

create table log_batch (
	batch_id bigint not null,
	ranking_id integer not null,
	leaves bytea,
	leaf_count integer not null,
	vote_count integer not null,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	first_index bigint,
	shard smallint not null default 0,
	CHECK ((leaf_count > 0)),
	PRIMARY KEY (batch_id)
);
-- lightstick_app may: insert, select

create table log_checkpoint (
	ranking_id integer not null,
	size bigint not null,
	root bytea not null,
	signed_at timestamp with time zone not null default lightstick_now(),
	CHECK ((octet_length(root) = 32)),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, size)
);
-- lightstick_app may: insert, select

create table log_generation (
	generation smallint not null,
	restored_to timestamp with time zone not null,
	begun_at timestamp with time zone not null default lightstick_now(),
	revoked_key bytea,
	CHECK ((generation > 1)),
	CHECK ((octet_length(revoked_key) = 32)),
	PRIMARY KEY (generation)
);
-- lightstick_app may: select

create table make_good (
	make_good_id integer not null,
	incident_id integer not null,
	span_start timestamp with time zone not null,
	span_end timestamp with time zone not null,
	gems_per_fan_max integer not null,
	fans integer not null,
	gems bigint not null,
	asked_by integer not null,
	approval_id uuid,
	decided_at timestamp with time zone not null default lightstick_now(),
	finished_at timestamp with time zone,
	CHECK ((fans > 0)),
	CHECK ((gems > 0)),
	CHECK ((gems_per_fan_max > 0)),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (asked_by) REFERENCES operator(operator_id),
	FOREIGN KEY (incident_id) REFERENCES incident(incident_id),
	PRIMARY KEY (make_good_id),
	UNIQUE (approval_id)
);
-- lightstick_app may: insert, select

create table make_good_grant (
	bucket smallint not null,
	fan_id bigint not null,
	incident_id integer not null,
	make_good_id integer not null,
	votes integer not null,
	gems bigint not null,
	ledger_seq bigint,
	skipped_at timestamp with time zone,
	CHECK (((ledger_seq IS NULL) OR (skipped_at IS NULL))),
	CHECK ((gems > 0)),
	CHECK ((votes > 0)),
	FOREIGN KEY (incident_id) REFERENCES incident(incident_id),
	FOREIGN KEY (make_good_id) REFERENCES make_good(make_good_id) DEFERRABLE INITIALLY DEFERRED,
	PRIMARY KEY (bucket, fan_id, incident_id)
);
-- lightstick_app may: insert, select

create table media (
	media_id text not null,
	width integer not null,
	height integer not null,
	created_at timestamp with time zone not null default lightstick_now(),
	PRIMARY KEY (media_id)
);
-- lightstick_app may: insert, select

create table migration (
	name text not null,
	hash text not null,
	applied_at timestamp with time zone not null default clock_timestamp(),
	PRIMARY KEY (name)
);
-- lightstick_app may: select

create table network_key (
	month date not null,
	secret bytea not null,
	PRIMARY KEY (month)
);
-- lightstick_app may: delete, insert, select, update

create table news (
	news_id integer not null,
	category_id integer not null,
	title text not null,
	cover_media_id text,
	cover_alt text not null default ''::text,
	content_raw text not null,
	content_html text not null,
	content_policy integer not null,
	published_at timestamp with time zone not null,
	updated_at timestamp with time zone not null,
	hidden_at timestamp with time zone,
	version integer not null default 1,
	FOREIGN KEY (category_id) REFERENCES news_category(category_id),
	FOREIGN KEY (cover_media_id) REFERENCES media(media_id),
	PRIMARY KEY (news_id)
);
-- lightstick_app may: delete, insert, select, update

create table news_category (
	category_id integer not null,
	"position" integer not null,
	name text not null,
	key text not null,
	version integer not null default 1,
	CHECK ((key ~ '^[a-z0-9-]{1,40}$'::text)),
	PRIMARY KEY (category_id),
	UNIQUE (key)
);
-- lightstick_app may: delete, insert, select, update

create table operator (
	operator_id integer not null,
	issuer text not null,
	subject text not null,
	email text not null,
	name text,
	role text not null,
	joined_at timestamp with time zone not null default lightstick_now(),
	removed_at timestamp with time zone,
	version integer not null default 1,
	power_since timestamp with time zone not null default lightstick_now(),
	power_given_by integer,
	CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'finance'::text, 'owner'::text]))),
	FOREIGN KEY (power_given_by) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id),
	UNIQUE (issuer, subject)
);
-- lightstick_app may: insert, select

create table operator_challenge (
	token_hash bytea not null,
	purpose text not null,
	challenge text not null,
	expires_at timestamp with time zone not null,
	CHECK ((purpose = ANY (ARRAY['add'::text, 'step_up'::text]))),
	FOREIGN KEY (token_hash) REFERENCES operator_session(token_hash) ON DELETE CASCADE,
	PRIMARY KEY (token_hash, purpose)
);
-- lightstick_app may: delete, insert, select, update

create table operator_invitation (
	invitation_id integer not null,
	email text not null,
	role text not null,
	invited_by integer,
	invited_at timestamp with time zone not null default lightstick_now(),
	expires_at timestamp with time zone not null,
	claimed_at timestamp with time zone,
	claimed_by integer,
	withdrawn_at timestamp with time zone,
	CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'finance'::text, 'owner'::text]))),
	FOREIGN KEY (claimed_by) REFERENCES operator(operator_id),
	FOREIGN KEY (invited_by) REFERENCES operator(operator_id),
	PRIMARY KEY (invitation_id)
);
-- lightstick_app may: insert, select

create table operator_passkey (
	passkey_id integer not null,
	operator_id integer not null,
	credential_id text not null,
	public_key bytea not null,
	counter bigint not null,
	transports text[] not null,
	name text not null,
	created_at timestamp with time zone not null default lightstick_now(),
	used_at timestamp with time zone,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (passkey_id),
	UNIQUE (credential_id)
);
-- lightstick_app may: delete, insert, select

create table operator_request (
	operator_id integer not null,
	operation text not null,
	idempotency_key text not null,
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamp with time zone not null default lightstick_now(),
	CHECK ((idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'::text)),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id, operation, idempotency_key)
);
-- lightstick_app may: insert, select

create table operator_saved_view (
	saved_view_id integer not null,
	operator_id integer not null,
	list text not null,
	name text not null,
	query text not null,
	CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
	CHECK ((list ~ '^[a-z-]{1,30}$'::text)),
	CHECK ((octet_length(query) <= 1000)),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (saved_view_id),
	UNIQUE (operator_id, list, name)
);
-- lightstick_app may: delete, insert, select

create table operator_session (
	token_hash bytea not null,
	operator_id integer not null,
	started_at timestamp with time zone not null default lightstick_now(),
	used_at timestamp with time zone not null default lightstick_now(),
	ended_at timestamp with time zone,
	step_up_ends_at timestamp with time zone,
	session_id integer not null,
	entered_at timestamp with time zone,
	authenticated_at timestamp with time zone,
	browser text not null default ''::text,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (token_hash),
	UNIQUE (session_id)
);
-- lightstick_app may: delete, insert, select, update

create table operator_setup (
	operator_id integer not null,
	mark text not null,
	marked_at timestamp with time zone not null default lightstick_now(),
	CHECK ((mark = ANY (ARRAY['hidden'::text, 'status_read'::text]))),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id, mark)
);
-- lightstick_app may: delete, insert, select

create table operator_sign_in (
	state_hash bytea not null,
	browser_hash bytea not null,
	nonce text not null,
	code_verifier text not null,
	redirect_uri text not null,
	return_to text not null,
	started_at timestamp with time zone not null default lightstick_now(),
	PRIMARY KEY (state_hash)
);
-- lightstick_app may: delete, insert, select, update

create table own_votes (
	bucket smallint not null,
	fan_id bigint not null,
	artist_id integer not null,
	tickets bigint not null,
	CHECK ((tickets > 0)),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	PRIMARY KEY (bucket, fan_id, artist_id)
);
-- lightstick_app may: insert, select, update

create table own_votes_summed (
	bucket smallint not null,
	fan_id bigint not null,
	through_seq bigint not null,
	PRIMARY KEY (bucket, fan_id)
);
-- lightstick_app may: insert, select, update

create table payment (
	payment_id text not null,
	trade_no text not null,
	amount_minor bigint not null,
	currency text not null,
	received_at timestamp with time zone not null,
	role text,
	CHECK ((role = ANY (ARRAY['order'::text, 'surplus'::text]))),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (payment_id)
);
-- lightstick_app may: insert, select

create table payment_dispute (
	dispute_id text not null,
	payment_id text not null,
	amount_minor bigint not null,
	status text not null,
	gems_taken bigint not null default 0,
	heard_at timestamp with time zone not null,
	CHECK ((gems_taken >= 0)),
	CHECK ((status = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
	PRIMARY KEY (dispute_id)
);
-- lightstick_app may: insert, select

create table payment_event (
	event_id text not null,
	type text not null,
	occurred_at timestamp with time zone not null,
	received_at timestamp with time zone not null,
	trade_no text,
	payment_id text,
	set_aside text,
	PRIMARY KEY (event_id)
);
-- lightstick_app may: delete, insert, select

create table payment_reading (
	only_row boolean not null default true,
	read_through timestamp with time zone not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

create table payment_refund (
	refund_id text not null,
	payment_id text not null,
	amount_minor bigint not null,
	status text not null,
	gems_taken bigint,
	heard_at timestamp with time zone not null,
	CHECK ((gems_taken >= 0)),
	CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
	PRIMARY KEY (refund_id)
);
-- lightstick_app may: insert, select

create table pop_up (
	pop_up_id uuid not null default gen_random_uuid(),
	media_id text not null,
	alt text not null,
	link_url text,
	starts_at timestamp with time zone not null,
	ends_at timestamp with time zone not null,
	version integer not null default 1,
	hidden_at timestamp with time zone,
	CHECK ((ends_at > starts_at)),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	PRIMARY KEY (pop_up_id)
);
-- lightstick_app may: delete, insert, select, update

create table push_delayed (
	event_id bigint not null,
	subscription_id bigint not null,
	due_at timestamp with time zone not null,
	FOREIGN KEY (event_id) REFERENCES push_event(event_id) ON DELETE CASCADE,
	FOREIGN KEY (subscription_id) REFERENCES push_subscription(subscription_id) ON DELETE CASCADE,
	PRIMARY KEY (event_id, subscription_id)
);
-- lightstick_app may: delete, insert, select, update

create table push_event (
	event_id bigint not null,
	event_key text not null,
	kind text not null,
	facts jsonb not null,
	artist_id integer,
	expires_at timestamp with time zone not null,
	sent_through bigint not null default 0,
	sent_until bigint not null,
	finished_at timestamp with time zone,
	CHECK ((kind = ANY (ARRAY['vote_opens'::text, 'vote_closes'::text, 'overtaken'::text, 'claim_ready'::text]))),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	PRIMARY KEY (event_id),
	UNIQUE (event_key)
);
-- lightstick_app may: delete, insert, select, update

create table push_rank (
	ranking_id integer not null,
	artist_ids integer[] not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: delete, insert, select, update

create table push_subscription (
	subscription_id bigint not null,
	bucket smallint not null,
	fan_id bigint not null,
	endpoint text not null,
	p256dh text not null,
	auth text not null,
	language text,
	created_at timestamp with time zone not null default lightstick_now(),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (subscription_id),
	UNIQUE (endpoint)
);
-- lightstick_app may: delete, insert, select, update

create table rank_entry_config (
	"position" integer not null,
	main_tab text not null,
	ranking_id integer not null,
	rank_name text not null,
	background_media_id text,
	CHECK ((main_tab ~ '^[a-z0-9-]{1,40}$'::text)),
	FOREIGN KEY (background_media_id) REFERENCES media(media_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY ("position"),
	UNIQUE (main_tab)
);
-- lightstick_app may: delete, insert, select, update

create table ranking (
	ranking_id integer not null,
	ranking_key text not null,
	ranking_type text not null,
	title text not null,
	starts_at timestamp with time zone not null,
	ends_at timestamp with time zone not null,
	gems_per_vote integer not null,
	votes_per_fan_max bigint,
	review_hours integer not null default 24,
	cover_media_id text,
	cover_alt text not null default ''::text,
	cover_link_url text,
	created_at timestamp with time zone not null default lightstick_now(),
	version integer not null default 1,
	entries_version integer not null default 1,
	published_at timestamp with time zone default lightstick_now(),
	CHECK ((ends_at > starts_at)),
	CHECK ((gems_per_vote > 0)),
	CHECK ((ranking_key ~ '^[a-z0-9-]{1,64}$'::text)),
	CHECK ((ranking_type = ANY (ARRAY['monthly'::text, 'birthday'::text, 'theme'::text]))),
	CHECK ((review_hours >= 0)),
	CHECK ((votes_per_fan_max > 0)),
	FOREIGN KEY (cover_media_id) REFERENCES media(media_id),
	PRIMARY KEY (ranking_id),
	UNIQUE (ranking_key)
);
-- lightstick_app may: delete, insert, select, update

create table ranking_closing (
	ranking_id integer not null,
	closed_at timestamp with time zone not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select

create table ranking_closing_shard (
	ranking_id integer not null,
	shard smallint not null,
	closed_at timestamp with time zone not null,
	closed_by text not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, shard)
);
-- lightstick_app may: insert, select

create table ranking_entry (
	ranking_id integer not null,
	artist_id integer not null,
	entered_at timestamp with time zone not null default lightstick_now(),
	hidden_at timestamp with time zone,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, artist_id)
);
-- lightstick_app may: delete, insert, select, update

create table ranking_pause (
	ranking_id integer not null,
	paused_at timestamp with time zone not null default lightstick_now(),
	reason text not null,
	ended_at timestamp with time zone,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, paused_at)
);
-- lightstick_app may: insert, select, update

create table ranking_result (
	ranking_id integer not null,
	revision integer not null default 1,
	certified_at timestamp with time zone not null,
	total_tickets bigint not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, revision)
);
-- lightstick_app may: insert, select

create table ranking_result_entry (
	ranking_id integer not null,
	revision integer not null,
	rank integer not null,
	artist_id integer not null,
	tickets bigint not null,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id, revision) REFERENCES ranking_result(ranking_id, revision),
	PRIMARY KEY (ranking_id, revision, rank),
	UNIQUE (ranking_id, revision, artist_id)
);
-- lightstick_app may: insert, select

create table ranking_terms (
	ranking_id integer not null,
	ranking_key text not null,
	starts_at timestamp with time zone not null,
	ends_at timestamp with time zone not null,
	gems_per_vote bigint not null,
	votes_per_fan_max bigint,
	published boolean not null,
	paused boolean not null,
	closed boolean not null,
	shard smallint not null default 0,
	closed_at timestamp with time zone,
	closed_by text,
	stopped_at timestamp with time zone,
	resumed_at timestamp with time zone,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, shard),
	UNIQUE (ranking_key, shard)
);
-- lightstick_app may: delete, insert, select, update

create table ranking_terms_artist (
	ranking_id integer not null,
	artist_id integer not null,
	shard smallint not null,
	PRIMARY KEY (ranking_id, artist_id, shard)
);
-- lightstick_app may: delete, insert, select

create table reconciliation (
	only_row boolean not null default true,
	checked_at timestamp with time zone not null,
	broken text[] not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

create table refund_request (
	refund_request_id uuid not null default gen_random_uuid(),
	trade_no text not null,
	bucket smallint not null,
	fan_id bigint not null,
	payment_id text not null,
	part text not null,
	amount_minor bigint not null,
	gems bigint not null,
	operator_id integer not null,
	approval_id uuid,
	why text not null,
	requested_at timestamp with time zone not null default lightstick_now(),
	asked_at timestamp with time zone,
	status text not null default 'asked'::text,
	refund_id text,
	refusal text,
	CHECK ((amount_minor > 0)),
	CHECK ((gems >= 0)),
	CHECK ((part = ANY (ARRAY['unspent'::text, 'whole'::text]))),
	CHECK ((status = ANY (ARRAY['asked'::text, 'done'::text, 'refused'::text]))),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (refund_request_id),
	UNIQUE (refund_id)
);
-- lightstick_app may: insert, select

create table refused_key (
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	refusal text not null,
	refused_at timestamp with time zone not null,
	CHECK (((octet_length(idempotency_key) >= 22) AND (octet_length(idempotency_key) <= 36))),
	PRIMARY KEY (bucket, fan_id, idempotency_key)
);
-- lightstick_app may: delete, insert, select

create table reminder_setting (
	bucket smallint not null,
	fan_id bigint not null,
	vote_opens boolean not null,
	vote_closes boolean not null,
	overtaken boolean not null,
	claim_ready boolean not null,
	timezone text not null,
	quiet_from smallint not null,
	quiet_until smallint not null,
	CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
	CHECK (((quiet_until >= 0) AND (quiet_until <= 1439))),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (bucket, fan_id)
);
-- lightstick_app may: delete, insert, select, update

create table session (
	token_hash bytea not null,
	bucket smallint not null,
	fan_id bigint not null,
	provider text not null,
	created_at timestamp with time zone not null default lightstick_now(),
	browser_hash bytea not null,
	activated_at timestamp with time zone,
	expires_at timestamp with time zone not null,
	revoked_at timestamp with time zone,
	country text,
	network_hash bytea,
	used_at timestamp with time zone,
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (token_hash)
);
-- lightstick_app may: delete, insert, select, update

create table sign_in_attempt (
	state_hash bytea not null,
	provider text not null,
	nonce text not null,
	code_verifier text not null,
	callback_url text not null,
	browser_hash bytea not null,
	started_at timestamp with time zone not null default lightstick_now(),
	PRIMARY KEY (state_hash)
);
-- lightstick_app may: delete, insert, select, update

create table site_setting (
	only_row boolean not null default true,
	product text not null default 'Lightstick'::text,
	ticket2gem_ratio integer not null default 10,
	timezone text not null default 'Asia/Seoul'::text,
	timezone_name text not null default 'KST'::text,
	currency_name text not null default 'USD'::text,
	currency_symbol text not null default 'US$'::text,
	contact_mail text not null default 'support@lightstick.example'::text,
	social_links jsonb not null default '[]'::jsonb,
	check_in_rule_raw text not null default ''::text,
	check_in_rule_html text not null default ''::text,
	check_in_restarts_after_miss boolean not null default false,
	version integer not null default 1,
	entry_cards_version integer not null default 1,
	check_in_version integer not null default 1,
	content_language text not null default 'en'::text,
	CHECK ((content_language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	CHECK ((ticket2gem_ratio > 0)),
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: delete, insert, select, update

create table standing (
	ranking_id integer not null,
	version text not null,
	batches bigint not null,
	artist_ids integer[] not null,
	tickets bigint[] not null,
	reached_at bigint[] not null,
	total bigint not null,
	log_size bigint,
	summed_at timestamp with time zone not null,
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select, update

create table standing_hour (
	ranking_id integer not null,
	taken_at timestamp with time zone not null,
	artist_ids integer[] not null,
	tickets bigint[] not null,
	CHECK ((cardinality(artist_ids) = cardinality(tickets))),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, taken_at)
);
-- lightstick_app may: insert, select, update

create table standing_snapshot (
	ranking_id integer not null,
	taken_at timestamp with time zone not null,
	artist_id integer not null,
	tickets bigint not null,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, taken_at, artist_id)
);
-- lightstick_app may: delete, insert, select

create table supply_change (
	kind text not null,
	earned bigint not null,
	purchased bigint not null
);
-- lightstick_app may: delete, insert, select

create table supply_total (
	kind text not null,
	earned_in bigint not null,
	earned_out bigint not null,
	purchased_in bigint not null,
	purchased_out bigint not null,
	PRIMARY KEY (kind)
);
-- lightstick_app may: insert, select, update

create table tally (
	ranking_id integer not null,
	slot smallint not null,
	artist_id integer not null,
	tickets bigint not null,
	last_vote_at timestamp with time zone not null,
	shard smallint not null default 0,
	PRIMARY KEY (ranking_id, artist_id, slot)
);
-- lightstick_app may: insert, select, update

create table tally_slot (
	ranking_id integer not null,
	slot smallint not null,
	batches bigint not null,
	shard smallint not null default 0,
	PRIMARY KEY (ranking_id, slot)
);
-- lightstick_app may: insert, select, update

create table translation (
	translation_id integer not null,
	news_id integer,
	artist_id integer,
	banner_id integer,
	language text not null,
	title text not null,
	text_raw text not null default ''::text,
	text_html text not null default ''::text,
	text_policy integer not null default 0,
	version integer not null default 1,
	CHECK ((language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	CHECK ((num_nonnulls(news_id, artist_id, banner_id) = 1)),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id) ON DELETE CASCADE,
	FOREIGN KEY (banner_id) REFERENCES banner(banner_id) ON DELETE CASCADE,
	FOREIGN KEY (news_id) REFERENCES news(news_id) ON DELETE CASCADE,
	PRIMARY KEY (translation_id),
	UNIQUE (artist_id, language),
	UNIQUE (banner_id, language),
	UNIQUE (news_id, language)
);
-- lightstick_app may: delete, insert, select, update

create table view_page (
	view_id text not null,
	media_id text not null,
	pc_media_id text not null,
	alt text not null,
	version integer not null default 1,
	hidden_at timestamp with time zone,
	CHECK ((view_id ~ '^[A-Za-z0-9-]{1,64}$'::text)),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	FOREIGN KEY (pc_media_id) REFERENCES media(media_id),
	PRIMARY KEY (view_id)
);
-- lightstick_app may: delete, insert, select, update

create table vote (
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	ledger_seq bigint not null,
	artist_tickets bigint not null,
	cast_at timestamp with time zone not null,
	batch_id bigint,
	place smallint,
	CHECK ((((octet_length(idempotency_key) >= 22) AND (octet_length(idempotency_key) <= 36)) AND (idempotency_key ~ '^[A-Za-z0-9_-]*$'::text))),
	CHECK ((cost_earned >= 0)),
	CHECK ((cost_purchased >= 0)),
	CHECK ((tickets > 0)),
	PRIMARY KEY (bucket, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

create table vote_case (
	case_id integer not null,
	ranking_id integer not null,
	reason text not null,
	statement text not null,
	incident_url text,
	filter jsonb not null,
	votes bigint not null,
	tickets bigint not null,
	opened_by integer not null,
	opened_at timestamp with time zone not null,
	objections_until timestamp with time zone not null,
	CHECK (((reason <> 'ERR'::text) OR (incident_url IS NOT NULL))),
	CHECK ((reason = ANY (ARRAY['BOT'::text, 'FARM'::text, 'EXPL'::text, 'CHRG'::text, 'STOL'::text, 'ERR'::text, 'TEST'::text]))),
	CHECK ((tickets > 0)),
	CHECK ((votes > 0)),
	FOREIGN KEY (opened_by) REFERENCES operator(operator_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (case_id)
);
-- lightstick_app may: insert, select

create table vote_case_end (
	case_id integer not null,
	outcome text not null,
	ended_at timestamp with time zone not null default lightstick_now(),
	CHECK ((outcome = ANY (ARRAY['dropped'::text, 'voided'::text]))),
	FOREIGN KEY (case_id) REFERENCES vote_case(case_id),
	PRIMARY KEY (case_id)
);
-- lightstick_app may: insert, select

create table vote_case_vote (
	case_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	FOREIGN KEY (case_id) REFERENCES vote_case(case_id) DEFERRABLE INITIALLY DEFERRED,
	PRIMARY KEY (case_id, bucket, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

create table vote_case_work (
	work_id integer not null,
	case_id integer not null,
	ranking_id integer not null,
	deed text not null,
	bucket smallint,
	fan_id bigint,
	asked_by integer not null,
	approval_id uuid,
	why text not null,
	tickets bigint not null,
	asked_at timestamp with time zone not null default lightstick_now(),
	through_bucket smallint not null default '-1'::integer,
	through_fan_id bigint not null default '-1'::integer,
	through_key text not null default ''::text,
	votes_done bigint not null default 0,
	tickets_done bigint not null default 0,
	finished_at timestamp with time zone,
	CHECK ((deed = ANY (ARRAY['void'::text, 'restore'::text]))),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (asked_by) REFERENCES operator(operator_id),
	FOREIGN KEY (case_id) REFERENCES vote_case(case_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (work_id)
);
-- lightstick_app may: insert, select

create table vote_concentration (
	ranking_id integer not null,
	kind text not null,
	value text not null,
	artist_id integer not null,
	votes bigint not null,
	tickets bigint not null,
	CHECK ((kind = ANY (ARRAY['age'::text, 'country'::text, 'network'::text, 'hour'::text]))),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, kind, value, artist_id)
);
-- lightstick_app may: delete, insert, select, update

create table vote_counting (
	only_row boolean not null default true,
	counted_through timestamp with time zone not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

create table vote_fan_counting (
	only_row boolean not null default true,
	counted_through timestamp with time zone not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

create table vote_log (
	ranking_id integer not null,
	size bigint not null default 0,
	vote_count bigint not null default 0,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	published_size bigint not null default 0,
	checkpoint text,
	partial_bundle bytea not null default '\x'::bytea,
	partial_tiles bytea[] not null default '{}'::bytea[],
	published_at timestamp with time zone,
	ranking_version integer not null,
	entries_version integer not null,
	rules text not null,
	closed_at timestamp with time zone,
	certified_at timestamp with time zone,
	public_key bytea,
	fault text,
	fault_at timestamp with time zone,
	fault_detail text,
	CHECK (((checkpoint IS NULL) = (published_size = 0))),
	CHECK ((fault = ANY (ARRAY['set_back'::text, 'checkpoint_unreadable'::text, 'tile_differs'::text, 'tile_damaged'::text, 'leaves_missing'::text, 'failing'::text]))),
	CHECK ((num_nonnulls(fault, fault_at, fault_detail) = ANY (ARRAY[0, 3]))),
	CHECK ((octet_length(public_key) = 32)),
	CHECK ((published_size <= size)),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select, update

create table vote_log_key (
	id boolean not null default true,
	fingerprint bytea not null,
	CHECK ((octet_length(fingerprint) = 32)),
	CHECK (id),
	PRIMARY KEY (id)
);
-- lightstick_app may: insert, select

create table vote_pace (
	process uuid not null,
	at timestamp with time zone not null,
	votes integer not null,
	failed integer not null,
	buckets integer[] not null,
	PRIMARY KEY (process)
);
-- lightstick_app may: delete, insert, select, update

create table vote_restore (
	case_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	ledger_seq bigint,
	restored_at timestamp with time zone not null,
	CHECK (((ledger_seq IS NULL) = ((earned + purchased) = 0))),
	CHECK ((earned >= 0)),
	CHECK ((purchased >= 0)),
	FOREIGN KEY (case_id, bucket, fan_id, idempotency_key) REFERENCES vote_void(case_id, bucket, fan_id, idempotency_key),
	PRIMARY KEY (case_id, bucket, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

create table vote_sign_up (
	ranking_id integer not null,
	artist_id integer not null,
	joined_at timestamp with time zone not null,
	votes bigint not null,
	tickets bigint not null,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, artist_id, joined_at)
);
-- lightstick_app may: delete, insert, select, update

create table vote_top_fan (
	ranking_id integer not null,
	artist_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	votes bigint not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	missed bigint not null,
	first_at timestamp with time zone not null,
	last_at timestamp with time zone not null,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, artist_id, bucket, fan_id)
);
-- lightstick_app may: delete, insert, select, update

create table vote_void (
	case_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	ledger_seq bigint,
	voided_at timestamp with time zone not null,
	batch_id bigint,
	place smallint,
	CHECK (((ledger_seq IS NULL) = ((earned + purchased) = 0))),
	CHECK ((earned >= 0)),
	CHECK ((purchased >= 0)),
	FOREIGN KEY (case_id, bucket, fan_id, idempotency_key) REFERENCES vote_case_vote(case_id, bucket, fan_id, idempotency_key),
	PRIMARY KEY (case_id, bucket, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

create table voter_secret (
	bucket smallint not null,
	fan_id bigint not null,
	sealed bytea not null,
	CHECK ((octet_length(sealed) = 60)),
	PRIMARY KEY (bucket, fan_id)
);
-- lightstick_app may: delete, insert, select

create table wallet (
	bucket smallint not null,
	fan_id bigint not null,
	earned bigint not null default 0,
	purchased bigint not null default 0,
	last_seq bigint not null default 0,
	registered boolean not null default false,
	suspended boolean not null default false,
	frozen boolean not null default false,
	CHECK ((earned >= 0)),
	FOREIGN KEY (bucket, fan_id) REFERENCES fan(bucket, fan_id),
	PRIMARY KEY (bucket, fan_id)
);
-- lightstick_app may: insert, select, update

CREATE INDEX anchor_leaf_log ON public.anchor_leaf USING btree (ranking_id, log_size) WHERE (ranking_id IS NOT NULL);
CREATE INDEX anchor_leaf_numbers ON public.anchor_leaf USING btree (kind, appended_at, index) WHERE (kind = ANY (ARRAY['supply'::text, 'accounts'::text]));
CREATE INDEX artist_name ON public.artist USING btree (lower(en_name), artist_id);
CREATE INDEX artist_words ON public.artist USING gin (to_tsvector('simple'::regconfig, ((((en_name || ' '::text) || COALESCE(native_name, ''::text)) || ' '::text) || COALESCE(sub_title, ''::text))));
CREATE INDEX audit_entry_change ON public.audit_entry USING btree (audit_id) WHERE (NOT (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text, 'fan.export'::text, 'fan.exported'::text, 'order.export'::text, 'order.exported'::text, 'case.export_votes'::text, 'case.exported_votes'::text, 'audit.exported'::text])));
CREATE INDEX audit_entry_operator ON public.audit_entry USING btree (operator_id, audit_id DESC);
CREATE INDEX audit_entry_operator_change ON public.audit_entry USING btree (at) WHERE (action = 'operator.change'::text);
CREATE INDEX audit_entry_read_or_export ON public.audit_entry USING btree (audit_id) WHERE (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text, 'fan.export'::text, 'fan.exported'::text, 'order.export'::text, 'order.exported'::text, 'case.export_votes'::text, 'case.exported_votes'::text, 'audit.exported'::text]));
CREATE INDEX audit_entry_reads ON public.audit_entry USING btree (operator_id, target, at) WHERE (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text]));
CREATE INDEX audit_entry_target ON public.audit_entry USING btree (target, audit_id DESC);
CREATE INDEX check_in_day ON public.check_in USING btree (day);
CREATE INDEX checkout_checked ON public.checkout USING btree (checked_at) WHERE (status = ANY (ARRAY['asked'::text, 'open'::text]));
CREATE UNIQUE INDEX checkout_live ON public.checkout USING btree (trade_no) WHERE (status = ANY (ARRAY['asked'::text, 'open'::text]));
CREATE INDEX deletion_request_due ON public.deletion_request USING btree (erase_at) WHERE ((cancelled_at IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX deletion_request_open ON public.deletion_request USING btree (bucket, fan_id) WHERE ((cancelled_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX failed_vote_time ON public.failed_vote USING btree (failed_at);
CREATE INDEX fan_email ON public.fan USING btree (lower(email) text_pattern_ops, fan_id);
CREATE INDEX fan_identity_email_start ON public.fan_identity USING btree (lower(login_email) text_pattern_ops) WHERE (login_email IS NOT NULL);
CREATE INDEX fan_identity_fan ON public.fan_identity USING btree (bucket, fan_id);
CREATE INDEX fan_identity_login_email ON public.fan_identity USING btree (lower(login_email)) WHERE (login_email IS NOT NULL);
CREATE INDEX fan_latest ON public.fan USING btree (fan_id);
CREATE INDEX fan_name ON public.fan USING btree (lower(name) text_pattern_ops, fan_id);
CREATE INDEX fan_registered ON public.fan USING btree (registered_at) WHERE (registered_at IS NOT NULL);
CREATE INDEX favorite_artist ON public.favorite USING btree (artist_id, bucket, fan_id);
CREATE INDEX gem_adjustment_operator ON public.gem_adjustment USING btree (operator_id, adjusted_at);
CREATE INDEX gem_order_fan ON public.gem_order USING btree (bucket, fan_id, created_at, trade_no);
CREATE INDEX gem_order_fulfilled ON public.gem_order USING btree (fulfilled_at) WHERE (fulfilled_at IS NOT NULL);
CREATE INDEX gem_order_latest ON public.gem_order USING btree (created_at, trade_no);
CREATE INDEX gem_order_open ON public.gem_order USING btree (expires_at) WHERE (status = ANY (ARRAY['created'::text, 'paying'::text]));
CREATE INDEX gem_order_paid ON public.gem_order USING btree (paid_at) WHERE (status = 'paid'::text);
CREATE INDEX gem_order_start ON public.gem_order USING btree (trade_no text_pattern_ops);
CREATE INDEX gem_order_status ON public.gem_order USING btree (status, created_at, trade_no);
CREATE INDEX idempotency_record_created ON public.idempotency_record USING btree (created_at);
CREATE INDEX incident_unresolved ON public.incident USING btree (started_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX incident_update_incident ON public.incident_update USING btree (incident_id, update_id DESC);
CREATE INDEX ledger_entry_order ON public.ledger_entry USING btree (bucket, fan_id, cause) WHERE (kind = ANY (ARRAY['purchase'::text, 'bonus'::text, 'refund'::text, 'chargeback'::text]));
CREATE INDEX log_batch_index ON public.log_batch USING btree (ranking_id, first_index) WHERE (first_index IS NOT NULL);
CREATE INDEX log_batch_waiting ON public.log_batch USING btree (ranking_id, batch_id) WHERE (first_index IS NULL);
CREATE UNIQUE INDEX make_good_grant_entry ON public.make_good_grant USING btree (bucket, fan_id, ledger_seq) WHERE (ledger_seq IS NOT NULL);
CREATE INDEX make_good_grant_open ON public.make_good_grant USING btree (make_good_id, bucket, fan_id) WHERE ((ledger_seq IS NULL) AND (skipped_at IS NULL));
CREATE INDEX news_all_latest ON public.news USING btree (published_at DESC, news_id DESC);
CREATE INDEX news_category_latest ON public.news USING btree (category_id, published_at DESC, news_id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX news_latest ON public.news USING btree (published_at DESC, news_id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX news_words ON public.news USING gin (to_tsvector('simple'::regconfig, title));
CREATE UNIQUE INDEX operator_invitation_open ON public.operator_invitation USING btree (lower(email)) WHERE ((claimed_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX operator_passkey_operator ON public.operator_passkey USING btree (operator_id);
CREATE INDEX operator_session_operator ON public.operator_session USING btree (operator_id);
CREATE INDEX payment_dispute_open ON public.payment_dispute USING btree (heard_at) WHERE (status = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX payment_dispute_payment ON public.payment_dispute USING btree (payment_id);
CREATE INDEX payment_event_order ON public.payment_event USING btree (trade_no) WHERE (trade_no IS NOT NULL);
CREATE INDEX payment_event_payment ON public.payment_event USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_event_set_aside ON public.payment_event USING btree (received_at) WHERE (set_aside IS NOT NULL);
CREATE UNIQUE INDEX payment_of_order ON public.payment USING btree (trade_no) WHERE (role = 'order'::text);
CREATE INDEX payment_refund_payment ON public.payment_refund USING btree (payment_id);
CREATE INDEX payment_trade_no ON public.payment USING btree (trade_no);
CREATE INDEX push_delayed_due ON public.push_delayed USING btree (due_at);
CREATE INDEX push_delayed_subscription ON public.push_delayed USING btree (subscription_id);
CREATE INDEX push_event_expires ON public.push_event USING btree (expires_at);
CREATE INDEX push_event_open ON public.push_event USING btree (event_id) WHERE (finished_at IS NULL);
CREATE INDEX push_subscription_fan ON public.push_subscription USING btree (bucket, fan_id);
CREATE INDEX ranking_entry_artist ON public.ranking_entry USING btree (artist_id);
CREATE UNIQUE INDEX ranking_pause_open ON public.ranking_pause USING btree (ranking_id) WHERE (ended_at IS NULL);
CREATE INDEX ranking_type_end ON public.ranking USING btree (ranking_type, ends_at DESC);
CREATE INDEX ranking_words ON public.ranking USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || replace(ranking_key, '-'::text, ' '::text))));
CREATE INDEX refund_request_fan ON public.refund_request USING btree (bucket, fan_id, requested_at);
CREATE UNIQUE INDEX refund_request_open ON public.refund_request USING btree (trade_no) WHERE (status = 'asked'::text);
CREATE INDEX refund_request_operator ON public.refund_request USING btree (operator_id, requested_at);
CREATE INDEX refund_request_order ON public.refund_request USING btree (trade_no);
CREATE INDEX refused_key_refused ON public.refused_key USING btree (refused_at);
CREATE INDEX session_fan ON public.session USING btree (bucket, fan_id);
CREATE INDEX session_network ON public.session USING btree (network_hash, bucket, fan_id) WHERE (network_hash IS NOT NULL);
CREATE INDEX sign_in_attempt_started ON public.sign_in_attempt USING btree (started_at);
CREATE INDEX standing_snapshot_taken ON public.standing_snapshot USING btree (taken_at);
CREATE INDEX vote_case_ranking ON public.vote_case USING btree (ranking_id, case_id);
CREATE INDEX vote_case_vote_vote ON public.vote_case_vote USING btree (bucket, fan_id, idempotency_key);
CREATE INDEX vote_case_work_asked ON public.vote_case_work USING btree (asked_by, asked_at);
CREATE INDEX vote_case_work_case ON public.vote_case_work USING btree (case_id);
CREATE UNIQUE INDEX vote_case_work_open ON public.vote_case_work USING btree (case_id) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX vote_case_work_void ON public.vote_case_work USING btree (case_id) WHERE (deed = 'void'::text);
CREATE INDEX vote_cast ON public.vote USING brin (cast_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX vote_void_vote ON public.vote_void USING btree (bucket, fan_id, idempotency_key);
