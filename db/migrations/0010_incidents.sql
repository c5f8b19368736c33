-- Incidents, as operators write them for the status page, and the gems that make good for votes that a fault refused.

create table incident (
	incident_id integer generated always as identity primary key,
	title text not null,
	parts text[] not null check (cardinality(parts) > 0),
	state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
	started_at timestamptz not null,
	ended_at timestamptz,
	version integer not null default 1,
	check (ended_at >= started_at),
	check ((ended_at is null) = (state <> 'resolved'))
);
comment on column incident.state is 'State of the last update.';
comment on column incident.started_at is 'With ended_at the span of the fault, as far as operators know it.';
-- Read with every page of the site.
create index incident_unresolved on incident (started_at desc) where ended_at is null;
grant select, insert on incident to lightstick_app;
grant update (title, parts, state, started_at, ended_at, version) on incident to lightstick_app;

create table incident_update (
	update_id integer generated always as identity primary key,
	incident_id integer not null references incident,
	state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
	words text not null,
	operator_id integer not null references operator,
	at timestamptz not null default lightstick_now()
);
create index incident_update_incident on incident_update (incident_id, update_id desc);
-- Append-only: no update, no delete.
grant select, insert on incident_update to lightstick_app;

create table failed_vote (
	fan_id bigint not null,
	ranking_id integer not null references ranking,
	minute timestamptz not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null check (tickets > 0),
	failed_at timestamptz not null,
	primary key (fan_id, ranking_id, minute)
);
comment on table failed_vote is 'Votes that the site answered with its own fault (500, 503). A fan has at most one row per ranking and minute. The row is written after the fault is over, and deleted after some weeks or with the account.';
comment on column failed_vote.idempotency_key is 'A vote under this key was cast after all if a retry succeeded.';
create index failed_vote_time on failed_vote (failed_at);
grant select, insert, delete on failed_vote to lightstick_app;

create table make_good (
	make_good_id integer generated always as identity primary key,
	incident_id integer not null references incident,
	span_start timestamptz not null,
	span_end timestamptz not null,
	gems_per_fan_max integer not null check (gems_per_fan_max > 0),
	fans integer not null check (fans > 0),
	gems bigint not null check (gems > 0),
	asked_by integer not null references operator,
	approval_id uuid unique references approval,
	decided_at timestamptz not null default lightstick_now(),
	finished_at timestamptz
);
comment on table make_good is 'An operator''s decision to make good for the failed votes of an incident. The span is that of the incident when it was decided.';
comment on column make_good.approval_id is 'Null: nobody else could approve.';
grant select, insert on make_good to lightstick_app;
grant update (finished_at) on make_good to lightstick_app;

create table make_good_grant (
	fan_id bigint not null,
	incident_id integer not null references incident,
	make_good_id integer not null references make_good,
	votes integer not null check (votes > 0),
	gems bigint not null check (gems > 0),
	ledger_seq integer,
	skipped_at timestamptz,
	primary key (fan_id, incident_id),
	check (ledger_seq is null or skipped_at is null)
);
comment on table make_good_grant is 'What each fan gets. The key gives a fan gems once per incident, however often it is decided.';
comment on column make_good_grant.ledger_seq is 'The entry that gave them. Null: not yet.';
comment on column make_good_grant.skipped_at is 'The account was erased first.';
create unique index make_good_grant_entry on make_good_grant (fan_id, ledger_seq) where ledger_seq is not null;
create index make_good_grant_open on make_good_grant (make_good_id, fan_id) where ledger_seq is null and skipped_at is null;
grant select, insert on make_good_grant to lightstick_app;
grant update (ledger_seq, skipped_at) on make_good_grant to lightstick_app;
