-- Votes in the hands of operators: where they concentrate, cases against them, voids and restores.

-- Votes lie in the order of their time: a summary of every few pages finds those of an hour. Casting writes next to nothing.
create index vote_cast on vote using brin (cast_at) with (pages_per_range = 32, autosummarize = on);
create index session_network on session (network_hash, bucket, fan_id) where network_hash is not null;

-- Votes counted by where they came from, minute by minute behind the voting. Of no fan; made anew from votes at any time.
create table vote_concentration (
	ranking_id integer not null references ranking,
	kind text not null check (kind in ('age', 'country', 'network', 'hour')),
	-- How old the account was, a country, a network's keyed hash, an hour of UTC; '' for unknown.
	value text not null,
	artist_id integer not null references artist,
	votes bigint not null,
	tickets bigint not null,
	primary key (ranking_id, kind, value, artist_id)
);

-- How far votes have been counted.
create table vote_counting (
	only_row boolean primary key default true check (only_row),
	counted_through timestamptz not null
);

-- What is held against votes of a ranking. Its number is public.
create table vote_case (
	case_id integer generated always as identity primary key,
	ranking_id integer not null references ranking,
	reason text not null check (reason in ('BOT', 'FARM', 'EXPL', 'CHRG', 'STOL', 'ERR', 'TEST')),
	statement text not null,
	incident_url text,
	-- By what its votes were found, as it was asked.
	filter jsonb not null,
	votes bigint not null check (votes > 0),
	tickets bigint not null check (tickets > 0),
	opened_by integer not null references operator,
	opened_at timestamptz not null,
	-- From then on its votes may be voided.
	objections_until timestamptz not null,
	check (reason <> 'ERR' or incident_url is not null)
);
create index vote_case_ranking on vote_case (ranking_id, case_id);

-- The votes of a case, fixed when it was opened.
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

-- How a case ended: nothing came of it, or its votes were voided. Until then the ranking's result waits.
create table vote_case_end (
	case_id integer primary key references vote_case,
	outcome text not null check (outcome in ('dropped', 'voided')),
	ended_at timestamptz not null default lightstick_now()
);

-- What operators have decided and a job carries out, batch by batch; it knows how far it has come.
create table vote_case_work (
	work_id integer generated always as identity primary key,
	case_id integer not null references vote_case,
	ranking_id integer not null references ranking,
	deed text not null check (deed in ('void', 'restore')),
	-- Null: the whole case.
	bucket smallint,
	fan_id bigint,
	asked_by integer not null references operator,
	-- Null: within the bounds.
	approval_id uuid references approval,
	why text not null,
	-- That are to be voided or restored, by the look of it when it was asked; bounds count these.
	tickets bigint not null,
	asked_at timestamptz not null default lightstick_now(),
	-- The last vote that was looked at.
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

-- A vote that does not count any more, and the gems that went back for it.
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
	-- Of the entry that gave them; null where none went back.
	ledger_seq bigint check ((ledger_seq is null) = (earned + purchased = 0)),
	voided_at timestamptz not null,
	primary key (case_id, bucket, fan_id, idempotency_key),
	foreign key (case_id, bucket, fan_id, idempotency_key) references vote_case_vote
);
create index vote_void_vote on vote_void (bucket, fan_id, idempotency_key);

-- A voided vote that counts again, and the gems that were taken for it again, where they were still there.
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

-- The closed list of kinds is the contract's (contract/operator/approvals.ts).
alter table approval drop constraint if exists approval_kind_check;
alter table approval add constraint approval_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');

grant select, insert, update, delete on vote_concentration to lightstick_app;
grant select, insert, update on vote_counting to lightstick_app;
-- Append-only: no update, no delete.
grant select, insert on vote_case, vote_case_vote, vote_case_end, vote_void, vote_restore to lightstick_app;
grant select, insert on vote_case_work to lightstick_app;
-- What was decided cannot be rewritten by the application.
grant update (through_bucket, through_fan_id, through_key, votes_done, tickets_done, finished_at)
	on vote_case_work to lightstick_app;
