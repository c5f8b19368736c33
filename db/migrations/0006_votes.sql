-- Votes, the keys that were refused for good, and what operators do about fraud: concentration, cases, voids, restores.

-- Append-only, one row per fan and idempotency key.
create table vote (
	bucket smallint not null,
	fan_id bigint not null,
	-- Made by the fan's device before the first try. It is the vote's tag in the public log. The length is checked apart:
	-- a pattern that counts to 36 takes as long as everything else in the row.
	idempotency_key text not null check (
		octet_length(idempotency_key) between 22 and 36 and idempotency_key ~ '^[A-Za-z0-9_-]*$'
	),
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null check (tickets > 0),
	cost_earned bigint not null check (cost_earned >= 0),
	cost_purchased bigint not null check (cost_purchased >= 0),
	-- The ledger entry that paid for the vote.
	ledger_seq bigint not null,
	-- The number that the fan was told, so that a retry gets the same answer.
	artist_tickets bigint not null,
	-- The database's clock, read under the ranking's lock. It decided that the vote was in time.
	cast_at timestamptz not null,
	primary key (bucket, fan_id, idempotency_key)
);
-- Votes lie in the order of time, so a summary of every few pages finds those of an hour and costs a vote next to
-- nothing.
create index vote_cast on vote using brin (cast_at) with (pages_per_range = 32, autosummarize = on);
-- Append-only: no update, no delete.
grant select, insert on vote to lightstick_app;

-- Final refusals of retries. A retry may overtake its first sending; when that arrives, it gets the same refusal and is
-- not counted.
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

-- Votes counted by origin. A job counts them minute by minute. Holds no personal data and can be rebuilt from votes.
create table vote_concentration (
	ranking_id integer not null references ranking,
	kind text not null check (kind in ('age', 'country', 'network', 'hour')),
	-- The account's age, a country, the keyed hash of a network, or an hour of UTC; '' if unknown.
	value text not null,
	artist_id integer not null references artist,
	votes bigint not null,
	tickets bigint not null,
	primary key (ranking_id, kind, value, artist_id)
);
grant select, insert, update, delete on vote_concentration to lightstick_app;

-- Votes before this instant are in vote_concentration.
create table vote_counting (
	only_row boolean primary key default true check (only_row),
	counted_through timestamptz not null
);
grant select, insert, update on vote_counting to lightstick_app;

-- A fraud case against votes of one ranking. Its number is public.
create table vote_case (
	case_id integer generated always as identity primary key,
	ranking_id integer not null references ranking,
	reason text not null check (reason in ('BOT', 'FARM', 'EXPL', 'CHRG', 'STOL', 'ERR', 'TEST')),
	statement text not null,
	incident_url text,
	-- The filter that found the votes, as the operator gave it.
	filter jsonb not null,
	votes bigint not null check (votes > 0),
	tickets bigint not null check (tickets > 0),
	opened_by integer not null references operator,
	opened_at timestamptz not null,
	-- End of the objection period. The votes may be voided after it.
	objections_until timestamptz not null,
	check (reason <> 'ERR' or incident_url is not null)
);
create index vote_case_ranking on vote_case (ranking_id, case_id);

-- The votes of a case. The opening fixes them.
create table vote_case_vote (
	case_id integer not null references vote_case,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	primary key (case_id, bucket, fan_id, idempotency_key)
);
create index vote_case_vote_vote on vote_case_vote (bucket, fan_id, idempotency_key);

-- The end of a case: it was dropped, or its votes were voided. The ranking's result waits for it.
create table vote_case_end (
	case_id integer primary key references vote_case,
	outcome text not null check (outcome in ('dropped', 'voided')),
	ended_at timestamptz not null default lightstick_now()
);
-- Append-only: no update, no delete.
grant select, insert on vote_case, vote_case_vote, vote_case_end to lightstick_app;

-- Decisions of operators that a job carries out in batches, with its progress.
create table vote_case_work (
	work_id integer generated always as identity primary key,
	case_id integer not null references vote_case,
	ranking_id integer not null references ranking,
	deed text not null check (deed in ('void', 'restore')),
	-- Null: the whole case.
	bucket smallint,
	fan_id bigint,
	asked_by integer not null references operator,
	-- Null: within the operator's limit.
	approval_id uuid references approval,
	why text not null,
	-- Tickets to void or restore, estimated when the operator asked. The operator's limits count these.
	tickets bigint not null,
	asked_at timestamptz not null default lightstick_now(),
	-- The last vote that the job has looked at.
	through_bucket smallint not null default -1,
	through_fan_id bigint not null default -1,
	through_key text not null default '',
	votes_done bigint not null default 0,
	tickets_done bigint not null default 0,
	finished_at timestamptz
);
create unique index vote_case_work_void on vote_case_work (case_id) where deed = 'void';
create unique index vote_case_work_open on vote_case_work (case_id) where finished_at is null;
create index vote_case_work_case on vote_case_work (case_id);
create index vote_case_work_asked on vote_case_work (asked_by, asked_at);
grant select, insert on vote_case_work to lightstick_app;
-- The application can record progress. It cannot rewrite the decision.
grant update (through_bucket, through_fan_id, through_key, votes_done, tickets_done, finished_at)
	on vote_case_work to lightstick_app;

-- A vote that no longer counts, and the gems that its fan got back.
create table vote_void (
	case_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	earned bigint not null check (earned >= 0),
	purchased bigint not null check (purchased >= 0),
	-- The ledger entry that returned the gems; null if none were returned.
	ledger_seq bigint check ((ledger_seq is null) = (earned + purchased = 0)),
	voided_at timestamptz not null,
	primary key (case_id, bucket, fan_id, idempotency_key),
	foreign key (case_id, bucket, fan_id, idempotency_key) references vote_case_vote
);
create index vote_void_vote on vote_void (bucket, fan_id, idempotency_key);

-- A voided vote that counts again, and the gems that were taken for it again, as far as the fan still had them.
create table vote_restore (
	case_id integer not null,
	bucket smallint not null,
	fan_id bigint not null,
	idempotency_key text not null,
	tickets bigint not null,
	earned bigint not null check (earned >= 0),
	purchased bigint not null check (purchased >= 0),
	ledger_seq bigint check ((ledger_seq is null) = (earned + purchased = 0)),
	restored_at timestamptz not null,
	primary key (case_id, bucket, fan_id, idempotency_key),
	foreign key (case_id, bucket, fan_id, idempotency_key) references vote_void
);
-- Append-only: no update, no delete.
grant select, insert on vote_void, vote_restore to lightstick_app;
