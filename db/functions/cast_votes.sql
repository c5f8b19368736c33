-- A batch of votes, and the two checks that its first and its last statement share. The checks return a table: PostgreSQL
-- inlines such a function where it stands in `from`, and calls a scalar function with a query in it once per ballot.

-- Returns a row if the session is alive.
create or replace function live_session(token_hash bytea, fan_id bigint, at timestamptz)
returns table (is_alive boolean)
language sql stable parallel safe as $$
	select true from session
	where session.token_hash = live_session.token_hash and session.fan_id = live_session.fan_id
		and activated_at is not null and revoked_at is null and expires_at > at
$$;

-- Returns the fan's tickets in the ranking.
create or replace function tickets_given(fan_id bigint, ranking_id integer)
returns table (given numeric)
language sql stable parallel safe as $$
	select coalesce(sum(tickets), 0) from vote
	where vote.fan_id = tickets_given.fan_id and vote.ranking_id = tickets_given.ranking_id
$$;

-- Commits as many ballots of a batch as it can and returns a row for each: the vote, or why there is none.
--
-- The caller sends at most one ballot per fan, ordered by fan, so that two batches that want the same wallets never
-- deadlock. The batch waits a tenth of a second for a closing or a pause that is under way, and as long for wallets.
-- Parallel arrays with one element per ranking, entry or ballot stand for a table.
create or replace function cast_votes(
	-- The caller's own slot of the tallies.
	own_slot smallint,
	ranking_keys text[],
	-- The entries that are voted for, each once: an index into ranking_keys, and an artist.
	entry_rankings integer[],
	entry_artists integer[],
	-- The ballots: an index into the entries, the fan, the session, and the number of tickets.
	ballot_entries integer[],
	ballot_fans bigint[],
	ballot_sessions bytea[],
	ballot_keys text[],
	-- The fan's pseudonym in the ranking's log and the tag of the vote's leaf: 22 characters each, a space between.
	ballot_voters text[],
	ballot_tickets bigint[],
	ballot_expected_costs bigint[],
	-- True if the fan may have sent the ballot before.
	ballot_retries boolean[],
	-- True: the batch leaves out wallets that another transaction holds, and names them. False: such a wallet ends the
	-- batch with the error lock_not_available. Locking first costs a twentieth of a batch, and wallets are rarely held.
	skip_held boolean
) returns table (
	-- Index into the ballots.
	"ballot" integer,
	-- Null: the vote is cast. Three refusals decide nothing, and the caller sends the ballot again:
	-- 'try_again': the reason against the vote has gone in the meantime.
	-- 'wallet_held': another transaction holds the fan's wallet.
	-- 'ranking_ended': the ranking's time is over and nobody has closed it yet. Nothing is locked at the end: another
	-- process may have accepted the same vote in time and be about to commit it.
	"refusal" text,
	"costEarned" bigint,
	"costPurchased" bigint,
	"earnedAfter" bigint,
	"purchasedAfter" bigint,
	"ledgerSeq" integer,
	-- The artist's tickets, this vote included.
	"artistTickets" bigint,
	-- Epoch milliseconds.
	"castAt" bigint,
	-- Version of the vote: its slot and the number of its batch there. 0 for a vote that was cast earlier under the same
	-- key.
	"version" text
) language plpgsql
-- A batch joins a few hundred keys with tables of any size. The right plan is always a nested loop over an index. A plan
-- that was made while the tables were empty would scan them, and stay in the cache while they grow.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
-- The plan never depends on the keys, so it is made once per connection. Compiling it would cost more than it saves.
set plan_cache_mode = force_generic_plan set jit = off
as $$
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
	-- The ranking's lock (LOCKS.ranking in server/kernel/database.ts), by the hash of its key: an expression without a query takes a
	-- tenth of the time. Closing and pausing take it exclusively: what the batch decides is committed before they go on.
	foreach asked_key in array ranking_keys loop
		is_locked := pg_advisory_xact_lock_shared(4015703, hashtext(asked_key)) is null;
	end loop;
	-- Read once, under the lock. It decides the cut-off and is stored with the votes.
	clock := lightstick_now();
	cast_time := date_trunc('milliseconds', clock);
	cast_seconds := floor(extract(epoch from cast_time));

	with asked_ranking as materialized (
		select place, ranking.ranking_id, gems_per_vote, votes_per_fan_max, ends_at,
			ranking_refusal(
				published_at is not null,
				exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id),
				exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null),
				starts_at, ends_at, clock, cast_time
			) as refusal
		from unnest(ranking_keys) with ordinality as asked (ranking_key, place) left join ranking using (ranking_key)
	)
	select array_agg(asked_ranking.ranking_id order by ordinal), array_agg(gems_per_vote order by ordinal),
			array_agg(votes_per_fan_max order by ordinal),
			array_agg(
				coalesce(refusal, case when entry.artist_id is null then 'artist_not_listed' end) order by ordinal
			),
			array_agg(
				coalesce((
					select sum(tickets)::bigint from tally
					where tally.ranking_id = asked_ranking.ranking_id and tally.artist_id = asked.artist_id
				), 0) order by ordinal
			),
			min(ends_at) filter (where refusal is null)
		into ranking_ids, prices, caps, entry_refusals, tickets_before, first_end
		from unnest(entry_rankings, entry_artists) with ordinality as asked (ranking, artist_id, ordinal)
		join asked_ranking on place = ranking
		left join ranking_entry entry on entry.ranking_id = asked_ranking.ranking_id
			and entry.artist_id = asked.artist_id and hidden_at is null;

	-- The sum for a cap must not miss a vote that another batch is adding, and the refusal of a retry is final. Both are
	-- decided under the wallets' locks. The next statement's snapshot sees what the last holders committed.
	is_locked := skip_held or true = any (ballot_retries) or array_remove(caps, null) <> '{}';
	if is_locked then
		select coalesce(array_agg(fan_id), '{}') into locked_fans from (
			select fan_id from unnest(ballot_fans) as asked (fan_id) join wallet using (fan_id)
			for no key update of wallet skip locked
		) locked;
		if cardinality(locked_fans) < cardinality(ballot_fans) then
			select coalesce(array_agg(fan_id), '{}') into held_fans
				from unnest(ballot_fans) as asked (fan_id) join wallet using (fan_id)
				where fan_id <> all (locked_fans);
		end if;
	end if;

	-- The last statement lists the ballots' arrays again. To list them once, every batch would have to build a table or an
	-- array of rows, and the last statement rarely runs.
	return query with
	paid as (
		update wallet set earned = wallet.earned - least(wallet.earned, cost),
			purchased = wallet.purchased - (cost - least(wallet.earned, cost)), last_seq = wallet.last_seq + 1
		from (
			select *, vote_cost(tickets, prices[entry]) as cost, caps[entry] as cap
			from unnest(ballot_entries, ballot_fans, ballot_sessions, ballot_keys, ballot_voters, ballot_tickets,
				ballot_expected_costs) with ordinality
				as asked (entry, fan_id, token_hash, idempotency_key, voter, tickets, expected_cost, ordinal)
		) asked
		-- Joined, which gives the plan of a plain join. As `exists` in the condition it gives one that is forty times slower.
		cross join live_session(asked.token_hash, asked.fan_id, clock)
		where wallet.fan_id = asked.fan_id
			and (held_fans = '{}' or asked.fan_id <> all (held_fans))
			and vote_refusal(
				registered, suspended or frozen, entry_refusals[entry], cost, expected_cost, earned + purchased,
				case when cap is not null then asked.tickets + (
					select given from tickets_given(asked.fan_id, ranking_ids[entry])
				) end,
				cap
			) is null
			and not exists (
				select from vote where vote.fan_id = asked.fan_id and vote.idempotency_key = asked.idempotency_key
			)
			and not exists (
				select from refused_key where refused_key.fan_id = asked.fan_id
					and refused_key.idempotency_key = asked.idempotency_key
			)
		returning asked.ordinal, asked.fan_id, asked.idempotency_key, asked.voter, asked.entry, asked.tickets,
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
		insert into log_batch (ranking_id, leaves, leaf_count, vote_count, tickets, gems_earned, gems_purchased)
		select ranking_id,
			string_agg(int2send(octet_length(leaf)::smallint) || convert_to(leaf, 'UTF8'), '' order by place),
			count(*), count(*), sum(tickets), sum(cost_earned), sum(cost_purchased)
		from counted cross join lateral (
			select concat_ws(' ', 'v1 vote', ranking_keys[entry_rankings[entry]], artist_id, tickets, cost_earned,
				cost_purchased, cast_seconds, voter) as leaf
		) written
		group by ranking_id
		returning batch_id, ranking_id
	),
	booked as (
		insert into ledger_entry
			(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select fan_id, ledger_seq, 'vote', -cost_earned, -cost_purchased, earned_after, purchased_after,
			idempotency_key, cast_time
		from counted
	),
	stored as (
		insert into vote
			(fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq, artist_tickets,
				cast_at, batch_id, place)
		select fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_time, batch_id, place
		from counted join logged using (ranking_id)
	),
	-- The row stays locked until the commit: see tally_slot.
	numbered as (
		insert into tally_slot (ranking_id, slot, batches)
		select ranking_id, own_slot, 1 from counted group by ranking_id order by ranking_id
		on conflict (ranking_id, slot) do update set batches = tally_slot.batches + 1
		returning ranking_id, batches
	),
	tallied as (
		insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
		select ranking_id, artist_id, own_slot, sum(tickets), cast_time from counted
		group by ranking_id, artist_id order by ranking_id, artist_id
		on conflict (ranking_id, artist_id, slot) do update
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
	if not is_locked and exists (select from refused_key where refused_at >= cast_time - interval '1 minute') then
		if exists (
			select from unnest(ballot_fans, ballot_keys) as asked (fan_id, idempotency_key)
			join refused_key using (fan_id, idempotency_key)
			join vote using (fan_id, idempotency_key)
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
		select ordinal::integer, 'wallet_held', null::bigint, null::bigint, null::bigint, null::bigint, null::integer,
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
				when not exists (select from live_session(asked.token_hash, asked.fan_id, clock)) then 'sign_in_required'
				when earlier.ranking_id is null then coalesce(
					known.refusal,
					vote_refusal(
						registered, suspended or frozen, entry_refusals[entry],
						vote_cost(asked.tickets, prices[entry]), expected_cost, earned + purchased,
						case when caps[entry] is not null then asked.tickets + (
							select given from tickets_given(asked.fan_id, ranking_ids[entry])
						) end,
						caps[entry]
					),
					'try_again'
				)
				when earlier.ranking_id is distinct from ranking_ids[entry]
					or earlier.artist_id <> entry_artists[entry] or earlier.tickets <> asked.tickets
					then 'idempotency_key_reused'
			end as refusal
		from unnest(ballot_entries, ballot_fans, ballot_sessions, ballot_keys, ballot_tickets, ballot_expected_costs,
			ballot_retries) with ordinality
			as asked (entry, fan_id, token_hash, idempotency_key, tickets, expected_cost, is_retry, ordinal)
		left join wallet on wallet.fan_id = asked.fan_id
		left join lateral (
			select *, vote.xmin = pg_current_xact_id_if_assigned()::xid as is_new from vote
			where vote.fan_id = asked.fan_id and vote.idempotency_key = asked.idempotency_key limit 1
		) earlier on true
		left join lateral (
			select earned_after, purchased_after from ledger_entry
			where ledger_entry.fan_id = earlier.fan_id and ledger_entry.seq = earlier.ledger_seq limit 1
		) ledger on true
		left join lateral (
			select refused_key.refusal from refused_key
			where refused_key.fan_id = asked.fan_id and refused_key.idempotency_key = asked.idempotency_key limit 1
		) known on true
		where earlier.is_new is not true and (held_fans = '{}' or asked.fan_id <> all (held_fans))
	),
	-- Written under the wallet's lock: another batch decides the first sending either before this row or after it, and
	-- after it finds the refusal.
	kept as (
		insert into refused_key (fan_id, idempotency_key, refusal, refused_at)
		select fan_id, idempotency_key, refusal, cast_time from other
		where is_retry and earlier_ranking is null and fan_id = any (locked_fans)
			and refusal not in ('try_again', 'ranking_ended', 'sign_in_required')
		on conflict do nothing
	)
	select ordinal::integer, refusal, cost_earned, cost_purchased, earned_after, purchased_after, ledger_seq,
		artist_tickets, floor(extract(epoch from cast_at) * 1000)::bigint, '0'
	from other;
end
$$;
