-- A batch of votes waits for nobody. A wallet that somebody else holds is left out and named, so that one held wallet
-- costs its fan a moment and nobody else anything. Caps are as large as votes. A key that was refused to somebody who had
-- sent it before is dead from then on: the first sending may still be on its way.

-- What was said of a key that its fan had sent before: the same for good, so that the earlier sending cannot count.
create table refused_key (
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null check (octet_length(idempotency_key) between 22 and 36),
	refusal text not null,
	refused_at timestamptz not null,
	primary key (bucket, fan_id, idempotency_key)
);
create index refused_key_refused on refused_key (refused_at);
grant select, insert, delete on refused_key to lightstick_app;

drop function cast_votes;
drop function vote_refusal;

-- Why a fan's wallet does not pay for a vote; null when it does.
create function vote_refusal(
	registered boolean,
	barred boolean,
	-- What the ranking and its list say; null when they take votes for this artist.
	entry_refusal text,
	cost bigint,
	-- What the fan was told it costs; null: nothing was said.
	expected_cost bigint,
	balance bigint,
	-- With this vote, of any size; null where the ranking has no cap.
	given_after numeric,
	cap bigint
) returns text language sql immutable parallel safe
return case
	when registered is not true then 'registration_required'
	when barred then 'account_suspended'
	when entry_refusal is not null then entry_refusal
	when expected_cost <> cost then 'cost_changed'
	when balance < 0 then 'wallet_in_debt'
	when balance < cost then 'not_enough_gems'
	when given_after > cap then 'vote_cap_reached'
end;

-- Commits what it can of a batch of ballots and gives a row for each: what was cast, or why not. The caller sends at
-- most one ballot of each fan, in the order of bucket and fan, so that two batches that want the same wallets never wait
-- for each other in a circle. It waits for a closing or a pause that is under way, and a tenth of a second for wallets.
-- Several arrays with one element per ranking, entry or ballot stand for a table.
create function cast_votes(
	-- The tally rows to add to: the caller's own.
	own_slot smallint,
	ranking_keys text[],
	-- What is voted for, each once: an index into ranking_keys, and an artist.
	entry_rankings integer[],
	entry_artists integer[],
	-- The ballots: an index into the entries, who votes, on which session, and how many votes.
	ballot_entries integer[],
	ballot_buckets smallint[],
	ballot_fans bigint[],
	ballot_sessions bytea[],
	ballot_keys text[],
	ballot_tickets bigint[],
	ballot_expected_costs bigint[],
	-- Whether the fan may have sent it before.
	ballot_retries boolean[],
	-- Leaves out wallets that somebody else holds, and names them. Otherwise such a wallet ends the batch, with the error
	-- lock_not_available: to look first costs a twentieth of all votes, and wallets are rarely held.
	skip_held boolean
) returns table (
	-- Index into the ballots.
	"ballot" integer,
	-- Null where the vote is cast. 'try_again' where what stood in its way is gone by now. 'wallet_held' where somebody
	-- else is changing the fan's wallet, so that nothing is known of it. 'ranking_ended' where its time is over and nobody
	-- has closed it yet: the end of a time is no lock, and the same vote, accepted before it elsewhere, may be about to be
	-- committed.
	"refusal" text,
	"costEarned" bigint,
	"costPurchased" bigint,
	"earnedAfter" bigint,
	"purchasedAfter" bigint,
	"ledgerSeq" bigint,
	-- The artist's, this vote included.
	"artistTickets" bigint,
	-- Epoch milliseconds.
	"castAt" bigint,
	-- 0 for a vote that was cast earlier under the same key.
	"transaction" text
) language plpgsql
-- A few hundred keys are joined with tables of any size: always a nested loop over an index, and one plan for good. A plan
-- made while the tables were empty would scan them whole, and stay while they grow; a batch's keys are never worth another.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
	clock timestamptz;
	cast_time timestamptz;
	first_end timestamptz;
	ranking_ids integer[];
	prices bigint[];
	caps bigint[];
	ranking_refusals text[];
	entry_refusals text[];
	tickets_before bigint[];
	own_fans bigint[];
	held_fans bigint[] := '{}';
	is_locked boolean;
	cast_count integer;
	held_count integer := 0;
begin
	-- Closing and pausing take this lock alone: what is decided here is committed before they go on.
	perform pg_advisory_xact_lock_shared(4015703, ranking_id) from ranking where ranking_key = any (ranking_keys);
	-- Read once, under the lock: it decides the cut-off and is stored.
	clock := lightstick_now();
	cast_time := date_trunc('milliseconds', clock);

	select array_agg(ranking_id order by place), array_agg(gems_per_vote order by place),
			array_agg(votes_per_fan_max order by place), array_agg(refusal order by place),
			min(ends_at) filter (where refusal is null)
		into ranking_ids, prices, caps, ranking_refusals, first_end
		from unnest(ranking_keys) with ordinality as asked (ranking_key, place)
		left join ranking on ranking.ranking_key = asked.ranking_key and published_at is not null
		cross join lateral (
			select case
				when ranking_id is null then 'ranking_not_found'
				when exists (
					select from ranking_closing where ranking_closing.ranking_id = ranking.ranking_id
				) then 'ranking_closed'
				when clock >= ends_at then 'ranking_ended'
				when cast_time < starts_at then 'ranking_not_open'
				when exists (
					select from ranking_pause where ranking_pause.ranking_id = ranking.ranking_id and ended_at is null
				) then 'ranking_paused'
			end as refusal
		) decided;

	select array_agg(coalesce(ranking_refusals[ranking], case when tickets is null then 'artist_not_listed' end) order by place),
			array_agg(tickets order by place)
		into entry_refusals, tickets_before
		from unnest(entry_rankings, entry_artists) with ordinality as asked (ranking, artist_id, place)
		left join lateral (
			select (
				select coalesce(sum(tickets), 0)::bigint from tally
				where tally.ranking_id = entry.ranking_id and tally.artist_id = entry.artist_id
			) as tickets
			from ranking_entry entry
			where entry.ranking_id = ranking_ids[asked.ranking] and entry.artist_id = asked.artist_id and hidden_at is null
		) listed on true;

	-- A cap is summed over votes that nobody else may be adding to, and what a retry is told is kept for good: both are
	-- decided under the wallets' locks. The next statement's snapshot has what the last holders committed.
	is_locked := skip_held or true = any (ballot_retries) or array_remove(caps, null) <> '{}';
	if is_locked then
		select coalesce(array_agg(fan_id), '{}') into own_fans from (
			select fan_id from unnest(ballot_buckets, ballot_fans) as asked (bucket, fan_id) join wallet using (bucket, fan_id)
			for no key update of wallet skip locked
		) own;
		if cardinality(own_fans) < cardinality(ballot_fans) then
			select coalesce(array_agg(fan_id), '{}') into held_fans
				from unnest(ballot_buckets, ballot_fans) as asked (bucket, fan_id) join wallet using (bucket, fan_id)
				where fan_id <> all (own_fans);
		end if;
	else
		perform set_config('lock_timeout', '100ms', true);
	end if;

	return query with
	paid as (
		update wallet set earned = wallet.earned - least(wallet.earned, cost),
			purchased = wallet.purchased - (cost - least(wallet.earned, cost)), last_seq = wallet.last_seq + 1
		from (
			select *, vote_cost(tickets, prices[entry_rankings[entry]]) as cost, caps[entry_rankings[entry]] as cap
			from unnest(ballot_entries, ballot_buckets, ballot_fans, ballot_sessions, ballot_keys, ballot_tickets,
				ballot_expected_costs) with ordinality
				as asked (entry, bucket, fan_id, token_hash, idempotency_key, tickets, expected_cost, place)
		) asked
		where wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id
			and (held_fans = '{}' or asked.fan_id <> all (held_fans))
			and vote_refusal(
				registered, suspended or frozen, entry_refusals[entry], cost, expected_cost, earned + purchased,
				case when cap is not null then asked.tickets + (
					select coalesce(sum(tickets), 0) from vote
					where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
						and vote.ranking_id = ranking_ids[entry_rankings[entry]]
				) end,
				cap
			) is null
			and exists (
				select from session where session.token_hash = asked.token_hash and session.fan_id = asked.fan_id
					and activated_at is not null and revoked_at is null and expires_at > clock
			)
			and not exists (
				select from vote where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
					and vote.idempotency_key = asked.idempotency_key
			)
			and not exists (
				select from refused_key where refused_key.bucket = asked.bucket and refused_key.fan_id = asked.fan_id
					and refused_key.idempotency_key = asked.idempotency_key
			)
		returning asked.place, asked.bucket, asked.fan_id, asked.idempotency_key, asked.entry, asked.tickets,
			old.earned - new.earned as cost_earned, old.purchased - new.purchased as cost_purchased,
			new.earned as earned_after, new.purchased as purchased_after, new.last_seq as ledger_seq
	),
	counted as (
		select *, ranking_ids[entry_rankings[entry]] as ranking_id, entry_artists[entry] as artist_id,
			(tickets_before[entry] + sum(tickets) over (partition by entry order by place))::bigint as artist_tickets
		from paid
	),
	booked as (
		insert into ledger_entry
			(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select bucket, fan_id, ledger_seq, 'vote', -cost_earned, -cost_purchased, earned_after, purchased_after,
			idempotency_key, cast_time
		from counted
	),
	stored as (
		insert into vote
			(bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
				artist_tickets, cast_at)
		select bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_time
		from counted
	),
	tallied as (
		insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
		select ranking_id, artist_id, own_slot, sum(tickets), cast_time from counted
		group by ranking_id, artist_id order by ranking_id, artist_id
		on conflict (ranking_id, artist_id, slot) do update
			set tickets = tally.tickets + excluded.tickets,
				last_vote_at = greatest(tally.last_vote_at, excluded.last_vote_at)
	)
	select place::integer, null::text, cost_earned, cost_purchased, earned_after, purchased_after, ledger_seq,
		artist_tickets, floor(extract(epoch from cast_time) * 1000)::bigint, pg_current_xact_id()::text
	from counted;
	get diagnostics cast_count = row_count;

	-- While a wallet was waited for, its last holder may have refused the same key for good.
	if not is_locked and exists (
		select from unnest(ballot_buckets, ballot_fans, ballot_keys) as asked (bucket, fan_id, idempotency_key)
		join refused_key using (bucket, fan_id, idempotency_key)
		join vote using (bucket, fan_id, idempotency_key)
	) then
		raise exception 'a key was refused while its vote waited' using errcode = 'serialization_failure';
	end if;
	-- Its time was over before it was through: sent again, it is refused.
	if cast_count > 0 and lightstick_now() >= first_end then
		raise exception 'a ranking ended while its votes waited' using errcode = 'serialization_failure';
	end if;
	if held_fans <> '{}' then
		return query
		select place::integer, 'wallet_held', null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
			null::bigint, null::text
		from unnest(ballot_fans) with ordinality as asked (fan_id, place) where fan_id = any (held_fans);
		get diagnostics held_count = row_count;
	end if;
	if cast_count + held_count = cardinality(ballot_keys) then return; end if;

	-- The others, with what stands in their way now. A vote that is there already is answered as it was at first.
	return query with
	other as (
		select asked.*, earlier.ranking_id as earlier_ranking, earlier.artist_id as earlier_artist,
			earlier.tickets as earlier_tickets, earlier.cost_earned, earlier.cost_purchased, earlier.ledger_seq,
			earlier.artist_tickets, earlier.cast_at, ledger.earned_after, ledger.purchased_after,
			case
				when not exists (
					select from session where session.token_hash = asked.token_hash and session.fan_id = asked.fan_id
						and activated_at is not null and revoked_at is null and expires_at > clock
				) then 'sign_in_required'
				when earlier.ranking_id is null then coalesce(
					dead.refusal,
					vote_refusal(
						registered, suspended or frozen, entry_refusals[entry],
						vote_cost(asked.tickets, prices[entry_rankings[entry]]), expected_cost, earned + purchased,
						case when caps[entry_rankings[entry]] is not null then asked.tickets + (
							select coalesce(sum(tickets), 0) from vote
							where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
								and vote.ranking_id = ranking_ids[entry_rankings[entry]]
						) end,
						caps[entry_rankings[entry]]
					),
					'try_again'
				)
				when earlier.ranking_id is distinct from ranking_ids[entry_rankings[entry]]
					or earlier.artist_id <> entry_artists[entry] or earlier.tickets <> asked.tickets
					then 'idempotency_key_reused'
			end as refusal
		from unnest(ballot_entries, ballot_buckets, ballot_fans, ballot_sessions, ballot_keys, ballot_tickets,
			ballot_expected_costs, ballot_retries) with ordinality
			as asked (entry, bucket, fan_id, token_hash, idempotency_key, tickets, expected_cost, is_retry, place)
		left join wallet on wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id
		left join lateral (
			select *, vote.xmin = pg_current_xact_id_if_assigned()::xid as is_new from vote
			where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
				and vote.idempotency_key = asked.idempotency_key limit 1
		) earlier on true
		left join lateral (
			select earned_after, purchased_after from ledger_entry
			where ledger_entry.bucket = earlier.bucket and ledger_entry.fan_id = earlier.fan_id
				and ledger_entry.seq = earlier.ledger_seq limit 1
		) ledger on true
		left join lateral (
			select refused_key.refusal from refused_key
			where refused_key.bucket = asked.bucket and refused_key.fan_id = asked.fan_id
				and refused_key.idempotency_key = asked.idempotency_key limit 1
		) dead on true
		where earlier.is_new is not true and (held_fans = '{}' or asked.fan_id <> all (held_fans))
	),
	-- Under the wallet's lock: whoever has the earlier sending decides it after this, or has decided it before.
	buried as (
		insert into refused_key (bucket, fan_id, idempotency_key, refusal, refused_at)
		select bucket, fan_id, idempotency_key, refusal, cast_time from other
		where is_retry and earlier_ranking is null and fan_id = any (own_fans)
			and refusal not in ('try_again', 'ranking_ended', 'sign_in_required')
		on conflict do nothing
	)
	select place::integer, refusal, cost_earned, cost_purchased, earned_after, purchased_after, ledger_seq, artist_tickets,
		floor(extract(epoch from cast_at) * 1000)::bigint, '0'
	from other;
end
$$;
