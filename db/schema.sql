-- Made by `npm run schema` from db/migrations and db/functions; compared by `npm run check`. Read it, never run it.

CREATE OR REPLACE FUNCTION public.cast_votes(own_slot smallint, ranking_keys text[], entry_rankings integer[], entry_artists integer[], ballot_entries integer[], ballot_fans bigint[], ballot_sessions bytea[], ballot_keys text[], ballot_voters text[], ballot_tickets bigint[], ballot_expected_costs bigint[], ballot_retries boolean[], skip_held boolean)
 RETURNS TABLE(ballot integer, refusal text, "costEarned" bigint, "costPurchased" bigint, "earnedAfter" bigint, "purchasedAfter" bigint, "ledgerSeq" integer, "artistTickets" bigint, "castAt" bigint, version text)
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
$function$;

CREATE OR REPLACE FUNCTION public.folded(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (given ~ '^[!-~]*( [!-~]+)*$'::text) THEN lower(("left"(given, 600) COLLATE pg_unicode_fast)) ELSE "left"(TRIM(BOTH FROM regexp_replace(NORMALIZE(replace(replace(casefold((regexp_replace(NORMALIZE(given, NFKC), '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'::text, ''::text, 'g'::text) COLLATE pg_unicode_fast)), 'ı'::text, 'i'::text), 'i̇'::text, 'i'::text), NFKC), '[\u0009-\u000D\u0020\u1680\u2028\u2029]+'::text, ' '::text, 'g'::text)), 600) END;

CREATE OR REPLACE FUNCTION public.held(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(searched(typed), '[].*+?^${}()|\\[]'::text, '\\\&'::text, 'g'::text), '[''’‘`]'::text, '[''’‘`]'::text, 'g'::text), '["“”„]'::text, '["“”„]'::text, 'g'::text), '[-‐‑–—]'::text, '[-‐‑–—]'::text, 'g'::text);

CREATE OR REPLACE FUNCTION public.holds(searched text, typed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (searched ~ held(typed));

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
	select true from session
	where session.token_hash = live_session.token_hash and session.fan_id = live_session.fan_id
		and activated_at is not null and revoked_at is null and expires_at > at
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

CREATE OR REPLACE FUNCTION public.ranking_refusal(published boolean, closed boolean, paused boolean, starts_at timestamp with time zone, ends_at timestamp with time zone, clock timestamp with time zone, cast_time timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (published IS NOT TRUE) THEN 'ranking_not_found'::text WHEN closed THEN 'ranking_closed'::text WHEN (clock >= ends_at) THEN 'ranking_ended'::text WHEN (cast_time < starts_at) THEN 'ranking_not_open'::text WHEN paused THEN 'ranking_paused'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	raise exception '% is append-only', tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_index(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_to_tsvector(array_agg(DISTINCT found.lexeme)), ''::tsvector) AS "coalesce" FROM (SELECT "left"(regexp_replace((part.part COLLATE pg_c_utf8), '[[:punct:]]+'::text, ''::text, 'g'::text), 400) AS lexeme FROM regexp_split_to_table(searched(search_index.given), ' '::text) part(part) UNION ALL SELECT word.word FROM unnest(search_words(search_index.given)) word(word) UNION ALL SELECT substr(word.word, at.at) AS substr FROM unnest(search_words(search_index.given)) word(word), LATERAL generate_series(2, length(word.word)) at(at) WHERE (substr(word.word, (at.at - 1), 2) ~ '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF]'::text)) found WHERE (found.lexeme <> ''::text));

CREATE OR REPLACE FUNCTION public.search_query(given text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT (string_agg(((''''::text || replace(replace(word.word, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''':*'::text), ' & '::text))::tsquery AS string_agg FROM unnest(search_words(search_query.given)) word(word));

CREATE OR REPLACE FUNCTION public.search_words(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_agg(DISTINCT "left"(word.word, 400)), '{}'::text[]) AS "coalesce" FROM regexp_split_to_table(searched(search_words.given), ' '::text) part(part), LATERAL regexp_split_to_table(CASE WHEN (part.part ~ ('[^[:punct:]]'::text COLLATE pg_c_utf8)) THEN regexp_replace((part.part COLLATE pg_c_utf8), '[[:punct:]]+'::text, ' '::text, 'g'::text) ELSE part.part END, ' '::text) word(word) WHERE (word.word <> ''::text));

CREATE OR REPLACE FUNCTION public.searched(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NORMALIZE(regexp_replace(NORMALIZE(translate(replace(folded(given), ' ́'::text, ''''::text), 'ʼđðłøħŧァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'::text, '''ddlohtぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'::text), NFD), '[\u0300-\u036F]'::text, ''::text, 'g'::text), NFC);

CREATE OR REPLACE FUNCTION public.starting(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (regexp_replace(NULLIF(given, ''::text), '([\\%_])'::text, '\\\1'::text, 'g'::text) || '%'::text);

CREATE OR REPLACE FUNCTION public.tickets_given(fan_id bigint, ranking_id integer)
 RETURNS TABLE(given numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
	select coalesce(sum(tickets), 0) from vote
	where vote.fan_id = tickets_given.fan_id and vote.ranking_id = tickets_given.ranking_id
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

-- What the operators' chat is told, once each: the key names the event. Deleted after 30 days.
create table alert (
	key text not null,
	text text not null,
	path text not null,
	found_at timestamp with time zone not null default lightstick_now(),
	-- Null: waits, or was not taken and waits again. Who sends it holds the row meanwhile, so that no other process sends it too.
	sent_at timestamp with time zone,
	PRIMARY KEY (key)
);
-- lightstick_app may: delete, insert, select

-- Keys that the anchor has announced.
create table anchor_key (
	vkey text not null,
	added_at timestamp with time zone not null,
	retired_at timestamp with time zone,
	PRIMARY KEY (vkey)
);
-- lightstick_app may: insert, select, update

-- The anchor's leaves. No row is ever changed. A leaf about a ranking's log holds the log's first log_size leaves.
create table anchor_leaf (
	index bigint not null,
	kind text not null,
	leaf bytea not null,
	appended_at timestamp with time zone not null default lightstick_now(),
	ranking_id integer,
	log_size bigint,
	CHECK (((ranking_id IS NULL) = (log_size IS NULL))),
	CHECK ((kind = ANY (ARRAY['cp'::text, 'result'::text, 'supply'::text, 'accounts'::text, 'key'::text, 'restored'::text, 'program'::text, 'policy'::text]))),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (index)
);
-- lightstick_app may: insert, select

-- The anchor: one small log for the whole site. It holds the checkpoints of all rankings' logs, the supply of gems, numbers of accounts, and keys. Whoever appends to it locks this row first.
create table anchor_log (
	only_row boolean not null default true,
	size bigint not null default 0,
	published_size bigint not null default 0,
	checkpoint text,
	partial_bundle bytea not null default '\x'::bytea,
	partial_tiles bytea[] not null default '{}'::bytea[],
	published_at timestamp with time zone,
	public_key bytea,
	-- When it was last looked what is due. supply_at and accounts_at: when the last supply and the last numbers of accounts were appended.
	checked_at timestamp with time zone,
	supply_at timestamp with time zone,
	accounts_at timestamp with time zone,
	witnessed_size bigint not null default 0,
	-- The last checkpoint that enough witnesses have cosigned, with their lines. Between two rounds of the witnesses, the newest checkpoint has no cosignatures yet.
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

-- Witnesses of the anchor and what they cosigned last.
create table anchor_witness (
	vkey text not null,
	name text not null,
	-- Size of the largest checkpoint that the witness cosigned.
	size bigint not null default 0,
	-- The signature line over the checkpoint of this size. cosigned_at is the witness's own time.
	cosignature text,
	cosigned_at timestamp with time zone,
	tried_at timestamp with time zone not null,
	-- Why the last try failed, and since when all tries have failed. Null: it did not.
	fault text,
	faulty_since timestamp with time zone,
	PRIMARY KEY (vkey)
);
-- lightstick_app may: delete, insert, select, update

-- Changes that wait for a second operator.
create table approval (
	approval_id uuid not null default gen_random_uuid(),
	-- Newer approvals have greater numbers. Lists are sorted by it.
	number bigint not null,
	-- The contract has the closed list of kinds (contract/operator/approvals.ts).
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
	-- Why the second operator approved or rejected it, for the operator who made it.
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
	-- The performer, if the artist is a song.
	sub_title text,
	nationality text,
	gender smallint,
	birthday date,
	fan_color text,
	avatar_media_id text,
	-- As typed. description_html is what is served: sanitized under the policy of version description_policy.
	description_raw text not null default ''::text,
	description_html text not null default ''::text,
	description_policy integer not null default 0,
	hidden_at timestamp with time zone,
	version integer not null default 1,
	search_text text default searched(((((en_name || ' '::text) || COALESCE(native_name, ''::text)) || ' '::text) || COALESCE(sub_title, ''::text))),
	CHECK (((kind <> 'solo'::text) OR ((gender IS NOT NULL) AND (birthday IS NOT NULL)))),
	CHECK ((fan_color ~ '^#[0-9A-Fa-f]{6}$'::text)),
	CHECK ((kind = ANY (ARRAY['solo'::text, 'group'::text, 'song'::text]))),
	FOREIGN KEY (avatar_media_id) REFERENCES media(media_id),
	PRIMARY KEY (artist_id)
);
-- lightstick_app may: delete, insert, select, update

-- The audit trail: every action of operators, and who read personal data (one row per hour for a page or a person, however often it is shown). Append-only: a trigger refuses changes by the tables' owner too (db/functions/refuse_change.sql).
create table audit_entry (
	audit_id bigint not null,
	at timestamp with time zone not null default lightstick_now(),
	-- Null: the site itself, by its configuration.
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
	-- Null: from now on. A null ends_at: without an end.
	starts_at timestamp with time zone,
	ends_at timestamp with time zone,
	CHECK ((ends_at > starts_at)),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	FOREIGN KEY (pc_media_id) REFERENCES media(media_id),
	PRIMARY KEY (banner_id)
);
-- lightstick_app may: delete, insert, select, update

-- Append-only.
create table check_in (
	fan_id bigint not null,
	-- The calendar day in the site's time zone at that moment. Always later than the fan's last one, even if the time zone changed in between.
	day date not null,
	sequence smallint not null,
	gems integer not null,
	-- The ledger entry that gave the gems.
	ledger_seq integer not null,
	timezone text not null,
	checked_at timestamp with time zone not null,
	CHECK (((sequence >= 1) AND (sequence <= 7))),
	CHECK ((gems > 0)),
	PRIMARY KEY (fan_id, day)
);
-- lightstick_app may: insert, select

-- Rewards of the daily check-in, a cycle of seven.
create table check_in_reward (
	sequence smallint not null,
	gems integer not null,
	CHECK (((sequence >= 1) AND (sequence <= 7))),
	CHECK ((gems > 0)),
	PRIMARY KEY (sequence)
);
-- lightstick_app may: insert, select, update

-- Card pages at the provider.
create table checkout (
	trade_no text not null,
	-- Together with the trade_no the provider's idempotency key: a second request opens no second page.
	attempt integer not null,
	session_id text,
	url text,
	-- asked: the provider was asked to open a page, and its answer is not known yet.
	status text not null default 'asked'::text,
	-- The provider's words if it will not open a page for this order, whoever asks.
	refusal text,
	expires_at timestamp with time zone not null,
	-- When the provider was last asked about the page.
	checked_at timestamp with time zone not null,
	CHECK (((refusal IS NULL) OR (status = 'failed'::text))),
	CHECK ((attempt > 0)),
	CHECK ((status = ANY (ARRAY['asked'::text, 'open'::text, 'complete'::text, 'expired'::text, 'failed'::text]))),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (trade_no, attempt),
	UNIQUE (session_id)
);
-- lightstick_app may: insert, select

-- A fan's request to delete the account. Signing in before erase_at cancels it; after that a job erases the account.
create table deletion_request (
	fan_id bigint not null,
	requested_at timestamp with time zone not null,
	erase_at timestamp with time zone not null,
	cancelled_at timestamp with time zone,
	erased_at timestamp with time zone,
	CHECK ((erase_at >= requested_at)),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (fan_id, requested_at)
);
-- lightstick_app may: insert, select

-- A file of entries as an operator previewed it. Committing takes exactly these rows, once.
create table entry_import (
	import_id uuid not null default gen_random_uuid(),
	ranking_id integer not null,
	operator_id integer not null,
	file_name text not null,
	encoding text not null,
	rows jsonb not null,
	-- That of the ranking at the preview.
	entries_version integer not null,
	created_at timestamp with time zone not null default lightstick_now(),
	expires_at timestamp with time zone not null,
	committed_at timestamp with time zone,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (import_id)
);
-- lightstick_app may: delete, insert, select

-- Votes that the site answered with its own fault (500, 503). A fan has at most one row per ranking and minute. The row is written after the fault is over, and deleted after some weeks or with the account.
create table failed_vote (
	fan_id bigint not null,
	ranking_id integer not null,
	minute timestamp with time zone not null,
	-- A vote under this key was cast after all if a retry succeeded.
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	failed_at timestamp with time zone not null,
	CHECK ((tickets > 0)),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (fan_id, ranking_id, minute)
);
-- lightstick_app may: delete, insert, select

create table fan (
	fan_id bigint not null default nextval('fan_id_seq'::regclass),
	-- What the fan typed, or before registration what the provider said.
	name text,
	-- A contact address, not a credential.
	email text,
	country text,
	register_platform text not null,
	avatar_media_id text,
	-- The language in which the fan last used the site: notices are written in it. Null: English.
	language text,
	created_at timestamp with time zone not null default lightstick_now(),
	registered_at timestamp with time zone,
	-- Identity and contact data are deleted; the id stays on ledger entries and votes.
	erased_at timestamp with time zone,
	CHECK ((language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	CHECK ((register_platform = ANY (ARRAY['google'::text, 'line'::text, 'oidc'::text]))),
	PRIMARY KEY (fan_id)
);
-- lightstick_app may: insert, select, update

-- Sign-on identities of a fan. "oidc" is the site's own sign-on network: its subjects begin with the issuer, so that another provider under the same settings makes other people.
create table fan_identity (
	provider text not null,
	subject text not null,
	fan_id bigint not null,
	-- The address that the provider verified; null if it verified none.
	login_email text,
	linked_at timestamp with time zone not null default lightstick_now(),
	CHECK ((provider = ANY (ARRAY['google'::text, 'line'::text, 'oidc'::text]))),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (provider, subject)
);
-- lightstick_app may: delete, insert, select, update

create table favorite (
	fan_id bigint not null,
	artist_id integer not null,
	-- The smallest is the fan's first artist. Negative where a later one was put first.
	place integer not null,
	marked_at timestamp with time zone not null default lightstick_now(),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (fan_id, artist_id)
);
-- lightstick_app may: delete, insert, select, update

create table function_file (
	name text not null,
	hash text not null,
	applied_at timestamp with time zone not null default clock_timestamp(),
	PRIMARY KEY (name)
);
-- lightstick_app may: select

-- The operator behind an adjustment's ledger entry. Limits per operator and per fan count these rows. Append-only.
create table gem_adjustment (
	fan_id bigint not null,
	ledger_seq integer not null,
	operator_id integer not null,
	-- Null: within the operator's limit.
	approval_id uuid,
	-- Gems given or taken, as a positive number.
	amount bigint not null,
	adjusted_at timestamp with time zone not null default lightstick_now(),
	CHECK ((amount > 0)),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (fan_id, ledger_seq)
);
-- lightstick_app may: insert, select

-- The gems of one order, kept apart from other purchases. A refund replays what was spent of them. Append-only.
create table gem_lot (
	fan_id bigint not null,
	trade_no text not null,
	base bigint not null,
	bonus bigint not null,
	-- The ledger entry of the base.
	ledger_seq integer not null,
	CHECK ((base > 0)),
	CHECK ((bonus >= 0)),
	PRIMARY KEY (fan_id, trade_no)
);
-- lightstick_app may: insert, select

-- An order. Gems and price are copied from the goods when it is created, and the application cannot rewrite them.
create table gem_order (
	-- Cannot be guessed: it is part of an address of the site.
	trade_no text not null,
	fan_id bigint not null,
	goods_id integer not null,
	gems integer not null,
	bonus_gems integer not null,
	price_minor bigint not null,
	currency text not null,
	currency_symbol text not null,
	media_id text,
	status text not null default 'created'::text,
	created_at timestamp with time zone not null,
	-- No card page is opened for the order from then on.
	expires_at timestamp with time zone not null,
	paid_at timestamp with time zone,
	fulfilled_at timestamp with time zone,
	CHECK ((bonus_gems >= 0)),
	CHECK ((currency ~ '^[A-Z]{3}$'::text)),
	CHECK ((gems > 0)),
	CHECK ((price_minor > 0)),
	CHECK ((status = ANY (ARRAY['created'::text, 'paying'::text, 'paid'::text, 'fulfilled'::text, 'expired'::text, 'refunded'::text, 'disputed'::text]))),
	CHECK ((trade_no ~ '^[A-Za-z0-9_-]{22}$'::text)),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	FOREIGN KEY (goods_id) REFERENCES goods(goods_id),
	FOREIGN KEY (media_id) REFERENCES media(media_id),
	PRIMARY KEY (trade_no)
);
-- lightstick_app may: insert, select

create table goods (
	goods_id integer not null,
	"position" integer not null,
	gems integer not null,
	bonus_gems integer not null default 0,
	-- In minor units of ISO 4217.
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
-- lightstick_app may: delete, insert, select, update

-- Replies to fans' requests, for retries. Only successes: a refused request may be tried again with its key.
create table idempotency_record (
	fan_id bigint not null,
	operation text not null,
	idempotency_key text not null,
	-- The same key with another request is refused.
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamp with time zone not null default lightstick_now(),
	CHECK ((idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'::text)),
	PRIMARY KEY (fan_id, operation, idempotency_key)
);
-- lightstick_app may: delete, insert, select

create table incident (
	incident_id integer not null,
	title text not null,
	parts text[] not null,
	-- State of the last update.
	state text not null,
	-- With ended_at the span of the fault, as far as operators know it.
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

-- The site that this database belongs to, from its first start on. A second site on the same database is refused: see server/db/installation.ts. Only the owner of the tables writes it.
create table installation (
	only_row boolean not null default true,
	-- Origin under which fans reach the site.
	public_url text not null,
	-- `npm run init` writes it here and beside the pictures and public logs. A public site starts only if both are the same. Null: the site was used on one machine only.
	mark text,
	-- Demo content was planted. A public site refuses such a database.
	demo boolean not null default false,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: select

-- Every change of a wallet. Append-only.
create table ledger_entry (
	fan_id bigint not null,
	earned bigint not null,
	purchased bigint not null,
	earned_after bigint not null,
	purchased_after bigint not null,
	created_at timestamp with time zone not null,
	-- 1, 2, 3 … per wallet, without gaps.
	seq integer not null,
	kind text not null,
	-- A vote's idempotency key, an order's trade_no, a check-in's date, an operator's reason.
	cause text not null,
	CHECK ((kind = ANY (ARRAY['purchase'::text, 'bonus'::text, 'check_in'::text, 'vote'::text, 'refund'::text, 'chargeback'::text, 'adjustment'::text, 'void_return'::text, 'forfeit'::text]))),
	PRIMARY KEY (fan_id, seq)
);
-- lightstick_app may: insert, select

-- What the anchor says of a ranking's log.
create table log_anchoring (
	ranking_id integer not null,
	-- Size of the last checkpoint that is anchored.
	size bigint not null default 0,
	result_anchored boolean not null default false,
	-- Size of the log as the last supply knew it.
	supply_size bigint not null default 0,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select, update

-- Leaves in the order in which they enter a ranking's log. A batch of votes writes one row for each of its rankings, in the votes' own transaction. The sequencer gives the row its first index.
create table log_batch (
	batch_id bigint not null,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	-- Index of the first leaf in the log. Null: the sequencer has not seen the row yet.
	first_index bigint,
	ranking_id integer not null,
	leaf_count integer not null,
	-- How many of the leaves are votes. tickets and gems are the sums of these votes.
	vote_count integer not null,
	-- The leaves as an entry bundle holds them, each behind its length in two bytes. Null once they lie in full bundles.
	leaves bytea,
	CHECK ((leaf_count > 0)),
	PRIMARY KEY (batch_id)
);
-- lightstick_app may: insert, select

-- Every signed checkpoint. No row is ever changed.
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

-- A database that was restored to a moment may lack what the public logs have published since. The logs must not tell another history under the same names, so they go on under new ones: a generation. The same happens when a key of the logs was stolen or lost. The first generation has no row. See docs/operating/recovery.md.
create table log_generation (
	generation smallint not null,
	-- What was committed later is lost. Where a key was revoked, when the generation began: nothing is lost.
	restored_to timestamp with time zone not null,
	begun_at timestamp with time zone not null default lightstick_now(),
	-- Public half of the key that was revoked. Null: the site was restored.
	revoked_key bytea,
	CHECK ((generation > 1)),
	CHECK ((octet_length(revoked_key) = 32)),
	PRIMARY KEY (generation)
);
-- lightstick_app may: select

-- An operator's decision to make good for the failed votes of an incident. The span is that of the incident when it was decided.
create table make_good (
	make_good_id integer not null,
	incident_id integer not null,
	span_start timestamp with time zone not null,
	span_end timestamp with time zone not null,
	gems_per_fan_max integer not null,
	fans integer not null,
	gems bigint not null,
	asked_by integer not null,
	-- Null: nobody else could approve.
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

-- What each fan gets. The key gives a fan gems once per incident, however often it is decided.
create table make_good_grant (
	fan_id bigint not null,
	incident_id integer not null,
	make_good_id integer not null,
	votes integer not null,
	gems bigint not null,
	-- The entry that gave them. Null: not yet.
	ledger_seq integer,
	-- The account was erased first.
	skipped_at timestamp with time zone,
	CHECK (((ledger_seq IS NULL) OR (skipped_at IS NULL))),
	CHECK ((gems > 0)),
	CHECK ((votes > 0)),
	FOREIGN KEY (incident_id) REFERENCES incident(incident_id),
	FOREIGN KEY (make_good_id) REFERENCES make_good(make_good_id),
	PRIMARY KEY (fan_id, incident_id)
);
-- lightstick_app may: insert, select

-- Stored pictures. media_id is the hash of the content.
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

-- Keys of the network hashes, one per month. Each is deleted after 90 days; the hashes mean nothing without it.
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
	-- Null: a draft that nobody has given a time. It gets one when it is shown.
	published_at timestamp with time zone,
	updated_at timestamp with time zone not null,
	hidden_at timestamp with time zone,
	version integer not null default 1,
	search_text text default searched(title),
	CHECK (((published_at IS NOT NULL) OR (hidden_at IS NOT NULL))),
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
	-- The issuer's permanent id of the person. An email address alone never makes an operator.
	subject text not null,
	email text not null,
	name text,
	role text not null,
	joined_at timestamp with time zone not null default lightstick_now(),
	removed_at timestamp with time zone,
	version integer not null default 1,
	-- When the operator got the present power over money. It starts again when they join, get a higher role or come back; for a day after it they approve nothing. -infinity for the first owner, whom nobody invited.
	power_since timestamp with time zone not null default lightstick_now(),
	-- Null: the configuration gave it.
	power_given_by integer,
	CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'finance'::text, 'owner'::text]))),
	FOREIGN KEY (power_given_by) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id),
	UNIQUE (issuer, subject)
);
-- lightstick_app may: insert, select

-- What a passkey has to sign: one per session and purpose. The row is deleted when the signature comes back.
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

-- Unsaved edits of a form of the console. Dropped when they are saved or discarded, and after 30 days.
create table operator_draft (
	operator_id integer not null,
	form text not null,
	body text not null,
	-- Raised by each keeping: two tabs do not overwrite each other.
	seq integer not null default 1,
	saved_at timestamp with time zone not null default lightstick_now(),
	CHECK ((char_length(form) <= 300)),
	CHECK ((octet_length(body) <= 800000)),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id, form)
);
-- lightstick_app may: delete, insert, select

-- The person who proves the address at a provider for operators claims the invitation, once.
create table operator_invitation (
	invitation_id integer not null,
	email text not null,
	role text not null,
	-- Null: the configuration invited the first owner.
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
	-- In base64url, as browsers write it.
	credential_id text not null,
	public_key bytea not null,
	-- The device's signature counter. A counter that does not grow belongs to a copy. Devices without one always say 0.
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

-- Replies to operators' requests, for retries. Only successes. Append-only.
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

-- Filters, order and columns of a list, under a name. Deleted when the operator says so; the number is bounded per list.
create table operator_saved_view (
	saved_view_id integer not null,
	operator_id integer not null,
	list text not null,
	name text not null,
	-- As in the address of the list.
	query text not null,
	CHECK ((list ~ '^[a-z-]{1,30}$'::text)),
	CHECK ((name <> ''::text)),
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
	-- End of the step-up. Null or past: the operator must use a passkey first.
	step_up_ends_at timestamp with time zone,
	-- Names the session on the operator's screen; the token is never shown.
	session_id integer not null,
	-- First use of a passkey on the session. Null: none yet, and the session may do next to nothing.
	entered_at timestamp with time zone,
	-- When the person last proved their identity at the provider. Null: the provider has not said so, and has to.
	authenticated_at timestamp with time zone,
	-- Such as "Firefox on Linux"; empty if unknown.
	browser text not null default ''::text,
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (token_hash),
	UNIQUE (session_id)
);
-- lightstick_app may: delete, insert, select, update

-- What an operator marked by hand on the setup checklist of the dashboard: hid it, read the status page. All other steps are read from what exists.
create table operator_setup (
	operator_id integer not null,
	mark text not null,
	marked_at timestamp with time zone not null default lightstick_now(),
	CHECK ((mark = ANY (ARRAY['hidden'::text, 'status_read'::text]))),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	PRIMARY KEY (operator_id, mark)
);
-- lightstick_app may: delete, insert, select

-- What a fan gave to each artist in each ranking, voided votes included, as far as it was summed. A reader of the sums adds what came since, so that each vote is read once. Can be rebuilt from votes, with own_votes_summed.
create table own_votes (
	fan_id bigint not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	CHECK ((tickets > 0)),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (fan_id, ranking_id, artist_id)
);
-- lightstick_app may: insert, select, update

create table own_votes_summed (
	fan_id bigint not null,
	-- The ledger entry through which own_votes holds the fan's votes. Entries of a wallet have numbers without gaps.
	through_seq integer not null,
	PRIMARY KEY (fan_id)
);
-- lightstick_app may: insert, select, update

-- Money that the provider took for an order. The application cannot rewrite what the provider said about money; the same holds for payment_refund and payment_dispute.
create table payment (
	payment_id text not null,
	trade_no text not null,
	amount_minor bigint not null,
	currency text not null,
	received_at timestamp with time zone not null,
	-- order: it paid for the order. surplus: the order was paid already, or the amount is not its price; it is refunded. Null until settled.
	role text,
	CHECK ((role = ANY (ARRAY['order'::text, 'surplus'::text]))),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (payment_id)
);
-- lightstick_app may: insert, select

create table payment_dispute (
	dispute_id text not null,
	payment_id text not null,
	-- All of the payment where the bank counts in another currency.
	amount_minor bigint not null,
	-- inquiry: the bank only asks, and no money has moved.
	status text not null,
	gems_taken bigint not null default 0,
	heard_at timestamp with time zone not null,
	currency text,
	-- The bank's, in the provider's word. Null if it gave none.
	reason text,
	-- Until when the provider takes an answer.
	due_at timestamp with time zone,
	CHECK ((gems_taken >= 0)),
	CHECK ((status = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
	PRIMARY KEY (dispute_id)
);
-- lightstick_app may: insert, select

-- Provider events that were processed. Each counts once. trade_no and payment_id are null if the event is about neither.
create table payment_event (
	event_id text not null,
	type text not null,
	occurred_at timestamp with time zone not null,
	received_at timestamp with time zone not null,
	trade_no text,
	payment_id text,
	-- Why the event was not used: another product on the same account, test mode on a live site, or an unknown shape. Null: it was used, or it concerns nothing of ours.
	set_aside text,
	PRIMARY KEY (event_id)
);
-- lightstick_app may: delete, insert, select

-- The provider's list of events has been read up to here.
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
	-- Gems taken back for it; null until settled.
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

-- The private link of an article, one at a time: whoever has it reads the article, hidden or not, until it ends.
create table preview_link (
	news_id integer not null,
	token_hash bytea not null,
	ends_at timestamp with time zone not null,
	FOREIGN KEY (news_id) REFERENCES news(news_id) ON DELETE CASCADE,
	PRIMARY KEY (news_id),
	UNIQUE (token_hash)
);
-- lightstick_app may: delete, insert, select, update

-- What waits: for the end of quiet hours, or for a push service that asked for patience. Deleted before it is sent.
create table push_delayed (
	event_id bigint not null,
	subscription_id bigint not null,
	due_at timestamp with time zone not null,
	FOREIGN KEY (event_id) REFERENCES push_event(event_id) ON DELETE CASCADE,
	FOREIGN KEY (subscription_id) REFERENCES push_subscription(subscription_id) ON DELETE CASCADE,
	PRIMARY KEY (event_id, subscription_id)
);
-- lightstick_app may: delete, insert, select, update

-- Something that fans are reminded of, once. event_key names it, so that two processes make one.
create table push_event (
	event_id bigint not null,
	event_key text not null,
	kind text not null,
	-- The values of its text.
	facts jsonb not null,
	-- The artist whose fans alone are told. Null: everybody who asked for the kind.
	artist_id integer,
	-- Nobody is told later than this.
	expires_at timestamp with time zone not null,
	-- The last subscription that was taken up. It is committed before anything is sent: a crash loses what was taken up, and nobody is told twice.
	sent_through bigint not null default 0,
	-- The last subscription that existed when the event was made; a later one is not told.
	sent_until bigint not null,
	finished_at timestamp with time zone,
	CHECK ((kind = ANY (ARRAY['vote_opens'::text, 'vote_closes'::text, 'overtaken'::text, 'claim_ready'::text]))),
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	PRIMARY KEY (event_id),
	UNIQUE (event_key)
);
-- lightstick_app may: delete, insert, select, update

-- The artists of a running ranking in rank order at the last look, to see who was overtaken since.
create table push_rank (
	ranking_id integer not null,
	artist_ids integer[] not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: delete, insert, select, update

-- A device that takes reminders. Its address grants whoever knows it and the keys the sending to it.
create table push_subscription (
	-- In the order of subscribing: sending walks along it.
	subscription_id bigint not null,
	fan_id bigint not null,
	endpoint text not null,
	p256dh text not null,
	auth text not null,
	-- BCP 47 language of the page. Null: unknown.
	language text,
	created_at timestamp with time zone not null default lightstick_now(),
	-- The push service has refused every message since. After some days the device is deleted. Null: it took the last one.
	refused_since timestamp with time zone,
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (subscription_id),
	UNIQUE (endpoint)
);
-- lightstick_app may: delete, insert, select, update

-- Tabs of the leaderboard and vote entry cards of the home page, in order.
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
	-- Exclusive: the first instant that takes no vote.
	ends_at timestamp with time zone not null,
	gems_per_vote integer not null,
	-- Maximum number of tickets per fan in this ranking. Null means no limit.
	votes_per_fan_max bigint,
	review_hours integer not null default 24,
	cover_media_id text,
	cover_alt text not null default ''::text,
	cover_link_url text,
	created_at timestamp with time zone not null default lightstick_now(),
	version integer not null default 1,
	-- Apart from version: an operator who edits the title does not disturb one who enters artists.
	entries_version integer not null default 1,
	-- Null: a draft, unknown to fans, search engines and the clock.
	published_at timestamp with time zone default lightstick_now(),
	search_text text default searched(((title || ' '::text) || ranking_key)),
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

-- Written under the ranking's exclusive lock: every accepted vote is committed before this row exists.
create table ranking_closing (
	ranking_id integer not null,
	closed_at timestamp with time zone not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select

-- The artists of a ranking. Operators delete entries only before the opening; later they hide them.
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

-- A pause is open until ended_at is set. Both times are written under the ranking's exclusive lock, so no vote is cast between them.
create table ranking_pause (
	ranking_id integer not null,
	paused_at timestamp with time zone not null default lightstick_now(),
	reason text not null,
	ended_at timestamp with time zone,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, paused_at)
);
-- lightstick_app may: insert, select, update

-- The final list, with ranking_result_entry. Append-only: no result is ever changed.
create table ranking_result (
	ranking_id integer not null,
	certified_at timestamp with time zone not null,
	total_tickets bigint not null,
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select

create table ranking_result_entry (
	ranking_id integer not null,
	rank integer not null,
	artist_id integer not null,
	tickets bigint not null,
	-- The names under which the artist won, whatever the artist is called later.
	en_name text not null,
	native_name text,
	native_lang text,
	sub_title text,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking_result(ranking_id),
	PRIMARY KEY (ranking_id, rank),
	UNIQUE (ranking_id, artist_id)
);
-- lightstick_app may: insert, select

-- Result of the last hourly audit of the books. The dashboard shows it until a later audit finds nothing.
create table reconciliation (
	only_row boolean not null default true,
	checked_at timestamp with time zone not null,
	-- The rules that were broken; empty if the books balance.
	broken text[] not null,
	-- Broken rows by rule about times, which operators have put down to a step of the clock: npm run audit -- --acknowledge.
	acknowledged jsonb not null default '{}'::jsonb,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

-- Refunds that operators request. The row is committed before the provider is asked, and the provider's idempotency key contains its id: after a crash the request is sent again, and there is never a second refund. Gems follow from the provider's answer. The application cannot rewrite the request itself.
create table refund_request (
	refund_request_id uuid not null default gen_random_uuid(),
	trade_no text not null,
	fan_id bigint not null,
	payment_id text not null,
	part text not null,
	amount_minor bigint not null,
	-- Gems that the refund will take back, estimated at the request. The operator's limits count these.
	gems bigint not null,
	operator_id integer not null,
	-- Null: within the operator's limit.
	approval_id uuid,
	why text not null,
	requested_at timestamp with time zone not null default lightstick_now(),
	-- When a process last began to ask the provider. No other process asks within the same minute.
	asked_at timestamp with time zone,
	status text not null default 'asked'::text,
	refund_id text,
	-- In the provider's own words.
	refusal text,
	CHECK ((amount_minor > 0)),
	CHECK ((gems >= 0)),
	CHECK ((part = ANY (ARRAY['unspent'::text, 'whole'::text]))),
	CHECK ((status = ANY (ARRAY['asked'::text, 'done'::text, 'refused'::text]))),
	FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
	FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
	FOREIGN KEY (trade_no) REFERENCES gem_order(trade_no),
	PRIMARY KEY (refund_request_id),
	UNIQUE (refund_id)
);
-- lightstick_app may: insert, select

-- Final refusals of retries. A retry may overtake its first sending; when that arrives, it gets the same refusal and is not counted.
create table refused_key (
	fan_id bigint not null,
	idempotency_key text not null,
	refusal text not null,
	refused_at timestamp with time zone not null,
	CHECK (((octet_length(idempotency_key) >= 22) AND (octet_length(idempotency_key) <= 36))),
	PRIMARY KEY (fan_id, idempotency_key)
);
-- lightstick_app may: delete, insert, select

-- What a fan wants to be reminded of. No row: nothing.
create table reminder_setting (
	fan_id bigint not null,
	vote_opens boolean not null,
	vote_closes boolean not null,
	overtaken boolean not null,
	claim_ready boolean not null,
	timezone text not null,
	-- With quiet_until the quiet hours in the fan's own zone, as minutes since midnight. Equal ends: no quiet hours.
	quiet_from smallint not null,
	quiet_until smallint not null,
	CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
	CHECK (((quiet_until >= 0) AND (quiet_until <= 1439))),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (fan_id)
);
-- lightstick_app may: delete, insert, select, update

create table session (
	token_hash bytea not null,
	fan_id bigint not null,
	provider text not null,
	created_at timestamp with time zone not null default lightstick_now(),
	-- The browser that began the sign-in. Only its first /user/me, within a minute, activates the session.
	browser_hash bytea not null,
	activated_at timestamp with time zone,
	-- 30 days after the last use, but at most 180 days after the start.
	expires_at timestamp with time zone not null,
	revoked_at timestamp with time zone,
	country text,
	network_hash bytea,
	-- Last use. It cannot be computed from expires_at once the 180 days decide.
	used_at timestamp with time zone,
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (token_hash)
);
-- lightstick_app may: delete, insert, select, update

-- One row per click on a sign-on button, of fans and of operators.
create table sign_in_attempt (
	state_hash bytea not null,
	provider text not null,
	nonce text not null,
	code_verifier text not null,
	callback_url text not null,
	browser_hash bytea not null,
	started_at timestamp with time zone not null default lightstick_now(),
	-- When its state first came back. A browser that comes back again gets the same session.
	taken_at timestamp with time zone,
	PRIMARY KEY (state_hash)
);
-- lightstick_app may: delete, insert, select, update

create table site_setting (
	only_row boolean not null default true,
	product text not null default 'Lightstick'::text,
	-- The default price of new rankings. Each ranking keeps its own.
	ticket2gem_ratio integer not null default 10,
	timezone text not null default 'Asia/Seoul'::text,
	timezone_name text not null default 'KST'::text,
	currency_name text not null default 'USD'::text,
	currency_symbol text not null default 'US$'::text,
	contact_mail text not null default 'support@lightstick.example'::text,
	social_links jsonb not null default '[]'::jsonb,
	-- The language that operators write content in. Pages mark content without a translation with it.
	content_language text not null default 'en'::text,
	check_in_rule_raw text not null default ''::text,
	check_in_rule_html text not null default ''::text,
	check_in_rule_policy integer not null default 0,
	-- Whether a missed day restarts the check-in cycle.
	check_in_restarts_after_miss boolean not null default false,
	-- Where the operators' chat takes alerts. A secret: whoever knows it may write there. alert_failure: why the last one was not taken.
	alert_webhook text,
	alert_failure text,
	alert_failed_at timestamp with time zone,
	version integer not null default 1,
	alert_version integer not null default 1,
	-- Version of a list that has a table of its own and is edited as a whole. check_in_version likewise.
	entry_cards_version integer not null default 1,
	check_in_version integer not null default 1,
	CHECK ((alert_webhook ~ '^https://'::text)),
	CHECK ((content_language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	CHECK ((ticket2gem_ratio > 0)),
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: delete, insert, select, update

-- The sums of a ranking's tallies, all from one snapshot of the database. One process sums for all: see server/rankings/standings/.
create table standing (
	-- A foreign key would make the sums of all rankings wait for an operator who edits one.
	ranking_id integer not null,
	-- The counters of tally_slot that the sums include, as a chart shows them: "3.1842,5.88".
	version text not null,
	-- What the counters add up to: it grows with every change, so that an older sum never replaces a newer one.
	batches bigint not null,
	-- Every artist with votes, also if it is hidden.
	artist_ids integer[] not null,
	tickets bigint[] not null,
	-- Time of the artist's last vote, in epoch milliseconds.
	reached_at bigint[] not null,
	total bigint not null,
	-- Leaves of the ranking's log. Null without a log.
	log_size bigint,
	summed_at timestamp with time zone not null,
	PRIMARY KEY (ranking_id)
);
-- lightstick_app may: insert, select, update

-- The race: one row per ranking and hour in which votes came, kept for ever. A list of 100 artists takes 1.2 kB, a month of it less than 1 MB.
create table standing_hour (
	ranking_id integer not null,
	-- A full hour, or the end of the ranking. The row of the end holds the certified list once there is one.
	taken_at timestamp with time zone not null,
	-- Listed artists with votes, in rank order.
	artist_ids integer[] not null,
	tickets bigint[] not null,
	CHECK ((cardinality(artist_ids) = cardinality(tickets))),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, taken_at)
);
-- lightstick_app may: insert, select, update

-- Standings of every ten minutes, for the race over time and the changes of the last 24 hours. server/rankings/charts/derived.ts deletes those older than a few days.
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

-- Ledger entries that supply_total does not hold yet, without votes: see db/functions/note_supply_change.sql. Counting takes them out.
create table supply_change (
	kind text not null,
	earned bigint not null,
	purchased bigint not null
);
-- lightstick_app may: delete, insert, select

-- Gems that came and went, ever since, by the kind of their ledger entries. Votes are counted with their leaves instead.
create table supply_total (
	kind text not null,
	earned_in bigint not null,
	earned_out bigint not null,
	purchased_in bigint not null,
	purchased_out bigint not null,
	PRIMARY KEY (kind)
);
-- lightstick_app may: insert, select, update

-- Tickets so far. Each process adds to rows of its own slot, so that processes do not wait for each other at a popular artist; a chart sums the slots. A batch adds in key order, and always after it has locked the wallets.
create table tally (
	ranking_id integer not null,
	artist_id integer not null,
	slot smallint not null,
	tickets bigint not null,
	last_vote_at timestamp with time zone not null,
	PRIMARY KEY (ranking_id, artist_id, slot)
);
-- lightstick_app may: insert, select, update

-- How many batches have changed the tallies of a slot. A batch raises the counter of its slot in its own transaction and keeps the row locked until it commits, so that a smaller number is never committed after a larger one.
create table tally_slot (
	ranking_id integer not null,
	slot smallint not null,
	batches bigint not null,
	PRIMARY KEY (ranking_id, slot)
);
-- lightstick_app may: insert, select, update

-- Content in another language. The subject's own row is the original, which fans get where their language has no row here. contract/operator/translations.ts lists the subjects. Whatever deletes a subject deletes these too.
create table translation (
	translation_id integer not null,
	subject text not null,
	-- The key by which the console names the subject.
	subject_id text not null,
	language text not null,
	-- The short text: a title, a name, an alt text. Artists keep their name in every language.
	title text not null,
	-- The long text, as typed. text_html is what is served: sanitized under the policy of version text_policy. Empty for subjects without one.
	text_raw text not null default ''::text,
	text_html text not null default ''::text,
	text_policy integer not null default 0,
	-- Further short texts by their name: cover_alt, or an update of an incident by its number.
	more jsonb not null default '{}'::jsonb,
	-- Of the original's texts when the translation was saved: others mean that the original has changed since. Empty: unknown.
	of_hash text not null default ''::text,
	version integer not null default 1,
	search_text text default searched(title),
	CHECK ((language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
	PRIMARY KEY (translation_id),
	UNIQUE (subject, subject_id, language)
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

-- One row per fan and idempotency key. Append-only.
create table vote (
	fan_id bigint not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	-- The number that the fan was told, so that a retry gets the same answer.
	artist_tickets bigint not null,
	-- The database's clock, read under the ranking's lock. It decided that the vote was in time.
	cast_at timestamp with time zone not null,
	batch_id bigint,
	-- The ledger entry that paid for the vote.
	ledger_seq integer not null,
	ranking_id integer not null,
	artist_id integer not null,
	-- The vote's leaf has the index log_batch.first_index + place.
	place smallint,
	-- Made by the fan's device before the first try. It is the vote's tag in the public log.
	idempotency_key text not null,
	CHECK ((((octet_length(idempotency_key) >= 22) AND (octet_length(idempotency_key) <= 36)) AND (idempotency_key ~ '^[A-Za-z0-9_-]*$'::text))),
	CHECK ((cost_earned >= 0)),
	CHECK ((cost_purchased >= 0)),
	CHECK ((tickets > 0)),
	PRIMARY KEY (fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

-- A fraud case against votes of one ranking. Its number is public.
create table vote_case (
	case_id integer not null,
	ranking_id integer not null,
	reason text not null,
	statement text not null,
	incident_url text,
	-- The filter that found the votes, as the operator gave it.
	filter jsonb not null,
	votes bigint not null,
	tickets bigint not null,
	opened_by integer not null,
	opened_at timestamp with time zone not null,
	-- End of the objection period. The votes may be voided after it.
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

-- The end of a case: it was dropped, or its votes were voided. The ranking's result waits for it.
create table vote_case_end (
	case_id integer not null,
	outcome text not null,
	ended_at timestamp with time zone not null default lightstick_now(),
	CHECK ((outcome = ANY (ARRAY['dropped'::text, 'voided'::text]))),
	FOREIGN KEY (case_id) REFERENCES vote_case(case_id),
	PRIMARY KEY (case_id)
);
-- lightstick_app may: insert, select

-- The votes of a case. The opening fixes them.
create table vote_case_vote (
	case_id integer not null,
	fan_id bigint not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	FOREIGN KEY (case_id) REFERENCES vote_case(case_id),
	PRIMARY KEY (case_id, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

-- Decisions of operators that a job carries out in batches, with its progress. The application can record progress; it cannot rewrite the decision.
create table vote_case_work (
	work_id integer not null,
	case_id integer not null,
	ranking_id integer not null,
	deed text not null,
	-- Null: the whole case.
	fan_id bigint,
	asked_by integer not null,
	-- Null: within the operator's limit.
	approval_id uuid,
	why text not null,
	-- Tickets to void or restore, estimated when the operator asked. The operator's limits count these.
	tickets bigint not null,
	asked_at timestamp with time zone not null default lightstick_now(),
	-- With through_key, the last vote that the job has looked at.
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

-- Votes counted by origin. A job counts them minute by minute. Holds no personal data and can be rebuilt from votes.
create table vote_concentration (
	ranking_id integer not null,
	kind text not null,
	-- The account's age, a country, the keyed hash of a network, or an hour of UTC; empty if unknown.
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

-- Votes before this instant are in vote_concentration.
create table vote_counting (
	only_row boolean not null default true,
	counted_through timestamp with time zone not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

-- Votes before this instant are in vote_top_fan and vote_sign_up.
create table vote_fan_counting (
	only_row boolean not null default true,
	counted_through timestamp with time zone not null,
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select, update

-- A ranking's log. The sequencer changes it by compare and swap: two sequencers never go on from the same state.
create table vote_log (
	ranking_id integer not null,
	-- Leaves that have an index.
	size bigint not null default 0,
	-- Votes among the leaves. tickets and gems are the sums of these votes.
	vote_count bigint not null default 0,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	-- Leaves under the last signed checkpoint.
	published_size bigint not null default 0,
	-- The signed note of the last checkpoint. Null: nothing is published.
	checkpoint text,
	-- With partial_tiles the tiles that are not full, at the published size: leaves, then hashes level by level.
	partial_bundle bytea not null default '\x'::bytea,
	partial_tiles bytea[] not null default '{}'::bytea[],
	published_at timestamp with time zone,
	ranking_version integer not null,
	entries_version integer not null,
	-- The rules that the last leaf of rules holds, as canonical JSON. ranking_version and entries_version are those of the ranking with these rules.
	rules text not null,
	-- When the leaf that closes the log was written. certified_at is that of the result.
	closed_at timestamp with time zone,
	certified_at timestamp with time zone,
	-- The public half of the key that signs this log, from its first checkpoint to its last.
	public_key bytea,
	-- Why the last run could not publish this log, since when, and in the program's words. Null: it could.
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

-- A keyed hash of the master key, from the first start on: tells a machine that was given another one.
create table vote_log_key (
	only_row boolean not null default true,
	fingerprint bytea not null,
	CHECK ((octet_length(fingerprint) = 32)),
	CHECK (only_row),
	PRIMARY KEY (only_row)
);
-- lightstick_app may: insert, select

-- How long votes took on each process within the last minute, for the status page. A process writes its row every two seconds while it takes votes.
create table vote_pace (
	process uuid not null,
	at timestamp with time zone not null,
	votes integer not null,
	failed integer not null,
	-- Votes by their time: see server/voting/pace.ts.
	buckets integer[] not null,
	PRIMARY KEY (process)
);
-- lightstick_app may: delete, insert, select, update

-- A voided vote that counts again, and the gems that were taken for it again: as many as its void gave, bought ones for earned ones that were spent. Append-only.
create table vote_restore (
	case_id integer not null,
	fan_id bigint not null,
	idempotency_key text not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	ledger_seq integer,
	restored_at timestamp with time zone not null,
	CHECK (((ledger_seq IS NULL) = ((earned + purchased) = 0))),
	CHECK ((earned >= 0)),
	CHECK ((purchased >= 0)),
	FOREIGN KEY (case_id, fan_id, idempotency_key) REFERENCES vote_void(case_id, fan_id, idempotency_key),
	PRIMARY KEY (case_id, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

-- Votes of accounts that were new when they voted, by the hour in which they signed up.
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

-- The fans who gave an artist most. Kept by "space saving": a bounded number of rows per artist holds every fan above a known share. See server/voting/operator/top-fans/.
create table vote_top_fan (
	ranking_id integer not null,
	artist_id integer not null,
	fan_id bigint not null,
	votes bigint not null,
	tickets bigint not null,
	-- Gems that the votes cost; purchased likewise.
	earned bigint not null,
	purchased bigint not null,
	-- Most tickets that the fan may have given before the row was made.
	missed bigint not null,
	first_at timestamp with time zone not null,
	last_at timestamp with time zone not null,
	FOREIGN KEY (artist_id) REFERENCES artist(artist_id),
	FOREIGN KEY (ranking_id) REFERENCES ranking(ranking_id),
	PRIMARY KEY (ranking_id, artist_id, fan_id)
);
-- lightstick_app may: delete, insert, select, update

-- A vote that no longer counts, and the gems that its fan got back. Append-only.
create table vote_void (
	case_id integer not null,
	fan_id bigint not null,
	idempotency_key text not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	-- The ledger entry that returned the gems; null if none were returned.
	ledger_seq integer,
	voided_at timestamp with time zone not null,
	batch_id bigint,
	-- The leaf of the void has the index log_batch.first_index + place.
	place smallint,
	CHECK (((ledger_seq IS NULL) = ((earned + purchased) = 0))),
	CHECK ((earned >= 0)),
	CHECK ((purchased >= 0)),
	FOREIGN KEY (case_id, fan_id, idempotency_key) REFERENCES vote_case_vote(case_id, fan_id, idempotency_key),
	PRIMARY KEY (case_id, fan_id, idempotency_key)
);
-- lightstick_app may: insert, select

-- The secret from which a fan's pseudonyms are made, encrypted under the site's master key. Deleting the row makes the fan's votes in the log nobody's.
create table voter_secret (
	fan_id bigint not null,
	-- AES-256-GCM: nonce, ciphertext, tag.
	sealed bytea not null,
	CHECK ((octet_length(sealed) = 60)),
	PRIMARY KEY (fan_id)
);
-- lightstick_app may: delete, insert, select

-- A fan's balance. A vote reads registered, suspended and frozen under the row's lock.
create table wallet (
	fan_id bigint not null,
	-- Only a chargeback, an approved refund or a restored vote makes it negative: a debt.
	purchased bigint not null default 0,
	earned bigint not null default 0,
	-- Number of the last ledger entry in the sums.
	last_seq integer not null default 0,
	registered boolean not null default false,
	suspended boolean not null default false,
	frozen boolean not null default false,
	CHECK ((earned >= 0)),
	FOREIGN KEY (fan_id) REFERENCES fan(fan_id),
	PRIMARY KEY (fan_id)
);
-- lightstick_app may: insert, select, update

CREATE INDEX anchor_leaf_hash ON public.anchor_leaf USING btree (kind, index) WHERE (kind = ANY (ARRAY['program'::text, 'policy'::text]));
CREATE INDEX anchor_leaf_log ON public.anchor_leaf USING btree (ranking_id, log_size) WHERE (ranking_id IS NOT NULL);
CREATE INDEX anchor_leaf_numbers ON public.anchor_leaf USING btree (kind, appended_at, index) WHERE (kind = ANY (ARRAY['supply'::text, 'accounts'::text]));
CREATE INDEX artist_name ON public.artist USING btree (folded(en_name), artist_id);
CREATE INDEX artist_words ON public.artist USING gin (search_index(search_text));
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (at);
CREATE INDEX audit_entry_change ON public.audit_entry USING btree (audit_id) WHERE (NOT (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text, 'fan.export'::text, 'fan.exported'::text, 'order.export'::text, 'order.exported'::text, 'case.export_votes'::text, 'case.exported_votes'::text, 'audit.exported'::text])));
CREATE INDEX audit_entry_operator ON public.audit_entry USING btree (operator_id, audit_id DESC);
CREATE INDEX audit_entry_operator_change ON public.audit_entry USING btree (at) WHERE (action = 'operator.change'::text);
CREATE INDEX audit_entry_read_or_export ON public.audit_entry USING btree (audit_id) WHERE (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text, 'fan.export'::text, 'fan.exported'::text, 'order.export'::text, 'order.exported'::text, 'case.export_votes'::text, 'case.exported_votes'::text, 'audit.exported'::text]));
CREATE INDEX audit_entry_reads ON public.audit_entry USING btree (operator_id, target, at) WHERE (action = ANY (ARRAY['fan.read'::text, 'fan.list'::text, 'order.read'::text, 'order.list'::text, 'case.read_votes'::text, 'audit.export'::text]));
CREATE INDEX audit_entry_suspension ON public.audit_entry USING btree (operator_id, at) WHERE (action = ANY (ARRAY['fan.suspend'::text, 'fan.restore'::text]));
CREATE INDEX audit_entry_target ON public.audit_entry USING btree (target, audit_id DESC);
CREATE INDEX check_in_day ON public.check_in USING btree (day);
CREATE INDEX checkout_checked ON public.checkout USING btree (checked_at) WHERE (status = ANY (ARRAY['asked'::text, 'open'::text]));
CREATE UNIQUE INDEX checkout_live ON public.checkout USING btree (trade_no) WHERE (status = ANY (ARRAY['asked'::text, 'open'::text]));
CREATE INDEX checkout_refused ON public.checkout USING btree (checked_at) WHERE (refusal IS NOT NULL);
CREATE INDEX deletion_request_due ON public.deletion_request USING btree (erase_at) WHERE ((cancelled_at IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX deletion_request_open ON public.deletion_request USING btree (fan_id) WHERE ((cancelled_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX failed_vote_time ON public.failed_vote USING btree (failed_at);
CREATE INDEX fan_email ON public.fan USING btree (folded(email) text_pattern_ops, fan_id);
CREATE INDEX fan_identity_email_start ON public.fan_identity USING btree (folded(login_email) text_pattern_ops) WHERE (login_email IS NOT NULL);
CREATE INDEX fan_identity_fan ON public.fan_identity USING btree (fan_id);
CREATE INDEX fan_identity_login_email ON public.fan_identity USING btree (lower(login_email)) WHERE (login_email IS NOT NULL);
CREATE INDEX fan_name ON public.fan USING btree (searched(name) text_pattern_ops, fan_id);
CREATE INDEX fan_registered ON public.fan USING btree (registered_at) WHERE (registered_at IS NOT NULL);
CREATE INDEX favorite_artist ON public.favorite USING btree (artist_id, fan_id);
CREATE INDEX gem_adjustment_operator ON public.gem_adjustment USING btree (operator_id, adjusted_at);
CREATE INDEX gem_order_fan ON public.gem_order USING btree (fan_id, created_at, trade_no);
CREATE INDEX gem_order_fulfilled ON public.gem_order USING btree (fulfilled_at) WHERE (fulfilled_at IS NOT NULL);
CREATE INDEX gem_order_latest ON public.gem_order USING btree (created_at, trade_no);
CREATE INDEX gem_order_open ON public.gem_order USING btree (expires_at) WHERE (status = ANY (ARRAY['created'::text, 'paying'::text]));
CREATE INDEX gem_order_paid ON public.gem_order USING btree (paid_at) WHERE (status = 'paid'::text);
CREATE INDEX gem_order_start ON public.gem_order USING btree (trade_no text_pattern_ops);
CREATE INDEX gem_order_status ON public.gem_order USING btree (status, created_at, trade_no);
CREATE INDEX idempotency_record_created ON public.idempotency_record USING btree (created_at);
CREATE INDEX incident_unresolved ON public.incident USING btree (started_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX incident_update_incident ON public.incident_update USING btree (incident_id, update_id DESC);
CREATE INDEX ledger_entry_order ON public.ledger_entry USING btree (fan_id, cause) WHERE (kind = ANY (ARRAY['purchase'::text, 'bonus'::text, 'refund'::text, 'chargeback'::text]));
CREATE INDEX log_batch_index ON public.log_batch USING btree (ranking_id, first_index) WHERE (first_index IS NOT NULL);
CREATE INDEX log_batch_waiting ON public.log_batch USING btree (ranking_id, batch_id) WHERE (first_index IS NULL);
CREATE UNIQUE INDEX make_good_grant_entry ON public.make_good_grant USING btree (fan_id, ledger_seq) WHERE (ledger_seq IS NOT NULL);
CREATE INDEX make_good_grant_open ON public.make_good_grant USING btree (make_good_id, fan_id) WHERE ((ledger_seq IS NULL) AND (skipped_at IS NULL));
CREATE INDEX news_all_latest ON public.news USING btree (COALESCE(published_at, hidden_at) DESC, news_id DESC);
CREATE INDEX news_category_latest ON public.news USING btree (category_id, published_at DESC, news_id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX news_latest ON public.news USING btree (published_at DESC, news_id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX news_words ON public.news USING gin (search_index(search_text));
CREATE UNIQUE INDEX operator_invitation_open ON public.operator_invitation USING btree (lower(email)) WHERE ((claimed_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX operator_passkey_operator ON public.operator_passkey USING btree (operator_id);
CREATE INDEX operator_session_operator ON public.operator_session USING btree (operator_id);
CREATE INDEX payment_dispute_heard ON public.payment_dispute USING btree (heard_at);
CREATE INDEX payment_dispute_open ON public.payment_dispute USING btree (heard_at) WHERE (status = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX payment_dispute_payment ON public.payment_dispute USING btree (payment_id);
CREATE INDEX payment_event_order ON public.payment_event USING btree (trade_no) WHERE (trade_no IS NOT NULL);
CREATE INDEX payment_event_payment ON public.payment_event USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_event_set_aside ON public.payment_event USING btree (received_at) WHERE (set_aside IS NOT NULL);
CREATE UNIQUE INDEX payment_of_order ON public.payment USING btree (trade_no) WHERE (role = 'order'::text);
CREATE INDEX payment_refund_heard ON public.payment_refund USING btree (heard_at);
CREATE INDEX payment_refund_payment ON public.payment_refund USING btree (payment_id);
CREATE INDEX payment_trade_no ON public.payment USING btree (trade_no);
CREATE INDEX push_delayed_due ON public.push_delayed USING btree (due_at);
CREATE INDEX push_delayed_subscription ON public.push_delayed USING btree (subscription_id);
CREATE INDEX push_event_expires ON public.push_event USING btree (expires_at);
CREATE INDEX push_event_open ON public.push_event USING btree (event_id) WHERE (finished_at IS NULL);
CREATE INDEX push_subscription_fan ON public.push_subscription USING btree (fan_id);
CREATE INDEX push_subscription_refused ON public.push_subscription USING btree (refused_since) WHERE (refused_since IS NOT NULL);
CREATE INDEX ranking_end ON public.ranking USING btree (ends_at);
CREATE INDEX ranking_entry_artist ON public.ranking_entry USING btree (artist_id);
CREATE UNIQUE INDEX ranking_pause_open ON public.ranking_pause USING btree (ranking_id) WHERE (ended_at IS NULL);
CREATE INDEX ranking_start ON public.ranking USING btree (starts_at);
CREATE INDEX ranking_type_end ON public.ranking USING btree (ranking_type, ends_at DESC);
CREATE INDEX ranking_words ON public.ranking USING gin (search_index(search_text));
CREATE INDEX refund_request_fan ON public.refund_request USING btree (fan_id, requested_at);
CREATE UNIQUE INDEX refund_request_open ON public.refund_request USING btree (trade_no) WHERE (status = 'asked'::text);
CREATE INDEX refund_request_operator ON public.refund_request USING btree (operator_id, requested_at);
CREATE INDEX refund_request_order ON public.refund_request USING btree (trade_no);
CREATE INDEX refused_key_refused ON public.refused_key USING btree (refused_at);
CREATE INDEX session_fan ON public.session USING btree (fan_id);
CREATE INDEX session_network ON public.session USING btree (network_hash, fan_id) WHERE (network_hash IS NOT NULL);
CREATE INDEX sign_in_attempt_started ON public.sign_in_attempt USING btree (started_at);
CREATE INDEX standing_snapshot_taken ON public.standing_snapshot USING btree (taken_at);
CREATE INDEX vote_case_ranking ON public.vote_case USING btree (ranking_id, case_id);
CREATE INDEX vote_case_vote_vote ON public.vote_case_vote USING btree (fan_id, idempotency_key);
CREATE INDEX vote_case_work_asked ON public.vote_case_work USING btree (asked_by, asked_at);
CREATE INDEX vote_case_work_case ON public.vote_case_work USING btree (case_id);
CREATE UNIQUE INDEX vote_case_work_open ON public.vote_case_work USING btree (case_id) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX vote_case_work_void ON public.vote_case_work USING btree (case_id) WHERE (deed = 'void'::text);
CREATE INDEX vote_cast ON public.vote USING brin (cast_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX vote_void_vote ON public.vote_void USING btree (fan_id, idempotency_key);
CREATE INDEX wallet_frozen ON public.wallet USING btree (fan_id) WHERE frozen;
CREATE INDEX wallet_suspended ON public.wallet USING btree (fan_id) WHERE suspended;
