-- Votes, the keys that were refused for good, and what operators do about fraud: concentration, cases, voids, restores.

create table vote (
	fan_id bigint not null,
	tickets bigint not null check (tickets > 0),
	cost_earned bigint not null check (cost_earned >= 0),
	cost_purchased bigint not null check (cost_purchased >= 0),
	artist_tickets bigint not null,
	cast_at timestamptz not null,
	batch_id bigint,
	ledger_seq integer not null,
	ranking_id integer not null,
	artist_id integer not null,
	place smallint,
	-- The length is checked apart: a pattern that counts to 36 takes as long as everything else in the row.
	idempotency_key text not null check (
		octet_length(idempotency_key) between 22 and 36 and idempotency_key ~ '^[A-Za-z0-9_-]*$'
	),
	primary key (fan_id, idempotency_key)
);
comment on table vote is 'One row per fan and idempotency key. Append-only.';
comment on column vote.idempotency_key is 'Made by the fan''s device before the first try. It is the vote''s tag in the public log.';
comment on column vote.ledger_seq is 'The ledger entry that paid for the vote.';
comment on column vote.artist_tickets is 'The number that the fan was told, so that a retry gets the same answer.';
comment on column vote.cast_at is 'The database''s clock, read under the ranking''s lock. It decided that the vote was in time.';
comment on column vote.place is 'The vote''s leaf has the index log_batch.first_index + place.';
-- Votes lie in the order of time, so a summary of every few pages finds those of an hour and costs a vote next to
-- nothing.
create index vote_cast on vote using brin (cast_at) with (pages_per_range = 32, autosummarize = on);
grant select, insert on vote to lightstick_app;

create table refused_key (
	fan_id bigint not null,
	idempotency_key text not null check (octet_length(idempotency_key) between 22 and 36),
	refusal text not null,
	refused_at timestamptz not null,
	primary key (fan_id, idempotency_key)
);
comment on table refused_key is 'Final refusals of retries. A retry may overtake its first sending; when that arrives, it gets the same refusal and is not counted.';
create index refused_key_refused on refused_key (refused_at);
grant select, insert, delete on refused_key to lightstick_app;

create table own_votes (
	fan_id bigint not null,
	ranking_id integer not null references ranking,
	artist_id integer not null references artist,
	tickets bigint not null check (tickets > 0),
	primary key (fan_id, ranking_id, artist_id)
);
create table own_votes_summed (
	fan_id bigint primary key,
	through_seq integer not null
);
comment on table own_votes is 'What a fan gave to each artist in each ranking, voided votes included, as far as it was summed. A reader of the sums adds what came since, so that each vote is read once. Can be rebuilt from votes, with own_votes_summed.';
comment on column own_votes_summed.through_seq is 'The ledger entry through which own_votes holds the fan''s votes. Entries of a wallet have numbers without gaps.';
grant select, insert, update on own_votes, own_votes_summed to lightstick_app;

create table vote_pace (
	process uuid primary key,
	at timestamptz not null,
	votes integer not null,
	failed integer not null,
	buckets integer[] not null
) with (fillfactor = 50);
comment on table vote_pace is 'How long votes took on each process within the last minute, for the status page. A process writes its row every two seconds while it takes votes.';
comment on column vote_pace.buckets is 'Votes by their time: see server/voting/pace.ts.';
grant select, insert, update, delete on vote_pace to lightstick_app;

create table vote_concentration (
	ranking_id integer not null references ranking,
	kind text not null check (kind in ('age', 'country', 'network', 'hour')),
	value text not null,
	artist_id integer not null references artist,
	votes bigint not null,
	tickets bigint not null,
	primary key (ranking_id, kind, value, artist_id)
);
comment on table vote_concentration is 'Votes counted by origin. A job counts them minute by minute. Holds no personal data and can be rebuilt from votes.';
comment on column vote_concentration.value is 'The account''s age, a country, the keyed hash of a network, or an hour of UTC; empty if unknown.';
create table vote_counting (
	only_row boolean primary key default true check (only_row),
	counted_through timestamptz not null
);
comment on table vote_counting is 'Votes before this instant are in vote_concentration.';
grant select, insert, update, delete on vote_concentration to lightstick_app;
grant select, insert, update on vote_counting to lightstick_app;

create table vote_top_fan (
	ranking_id integer not null references ranking,
	artist_id integer not null references artist,
	fan_id bigint not null,
	votes bigint not null,
	tickets bigint not null,
	earned bigint not null,
	purchased bigint not null,
	missed bigint not null,
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (ranking_id, artist_id, fan_id)
);
comment on table vote_top_fan is 'The fans who gave an artist most. Kept by "space saving": a bounded number of rows per artist holds every fan above a known share. See server/voting/operator/top-fans/.';
comment on column vote_top_fan.earned is 'Gems that the votes cost; purchased likewise.';
comment on column vote_top_fan.missed is 'Most tickets that the fan may have given before the row was made.';
create table vote_sign_up (
	ranking_id integer not null references ranking,
	artist_id integer not null references artist,
	joined_at timestamptz not null,
	votes bigint not null,
	tickets bigint not null,
	primary key (ranking_id, artist_id, joined_at)
);
comment on table vote_sign_up is 'Votes of accounts that were new when they voted, by the hour in which they signed up.';
create table vote_fan_counting (
	only_row boolean primary key default true check (only_row),
	counted_through timestamptz not null
);
comment on table vote_fan_counting is 'Votes before this instant are in vote_top_fan and vote_sign_up.';
grant select, insert, update, delete on vote_top_fan, vote_sign_up to lightstick_app;
grant select, insert, update on vote_fan_counting to lightstick_app;

create table vote_case (
	case_id integer generated always as identity primary key,
	ranking_id integer not null references ranking,
	reason text not null check (reason in ('BOT', 'FARM', 'EXPL', 'CHRG', 'STOL', 'ERR', 'TEST')),
	statement text not null,
	incident_url text,
	filter jsonb not null,
	votes bigint not null check (votes > 0),
	tickets bigint not null check (tickets > 0),
	opened_by integer not null references operator,
	opened_at timestamptz not null,
	objections_until timestamptz not null,
	check (reason <> 'ERR' or incident_url is not null)
);
comment on table vote_case is 'A fraud case against votes of one ranking. Its number is public.';
comment on column vote_case.filter is 'The filter that found the votes, as the operator gave it.';
comment on column vote_case.objections_until is 'End of the objection period. The votes may be voided after it.';
create index vote_case_ranking on vote_case (ranking_id, case_id);

create table vote_case_vote (
	case_id integer not null references vote_case,
	fan_id bigint not null,
	idempotency_key text not null,
	artist_id integer not null,
	tickets bigint not null,
	cost_earned bigint not null,
	cost_purchased bigint not null,
	primary key (case_id, fan_id, idempotency_key)
);
comment on table vote_case_vote is 'The votes of a case. The opening fixes them.';
create index vote_case_vote_vote on vote_case_vote (fan_id, idempotency_key);

create table vote_case_end (
	case_id integer primary key references vote_case,
	outcome text not null check (outcome in ('dropped', 'voided')),
	ended_at timestamptz not null default lightstick_now()
);
comment on table vote_case_end is 'The end of a case: it was dropped, or its votes were voided. The ranking''s result waits for it.';
-- Append-only: no update, no delete.
grant select, insert on vote_case, vote_case_vote, vote_case_end to lightstick_app;

create table vote_case_work (
	work_id integer generated always as identity primary key,
	case_id integer not null references vote_case,
	ranking_id integer not null references ranking,
	deed text not null check (deed in ('void', 'restore')),
	fan_id bigint,
	asked_by integer not null references operator,
	approval_id uuid references approval,
	why text not null,
	tickets bigint not null,
	asked_at timestamptz not null default lightstick_now(),
	through_fan_id bigint not null default -1,
	through_key text not null default '',
	votes_done bigint not null default 0,
	tickets_done bigint not null default 0,
	finished_at timestamptz
);
comment on table vote_case_work is 'Decisions of operators that a job carries out in batches, with its progress. The application can record progress; it cannot rewrite the decision.';
comment on column vote_case_work.fan_id is 'Null: the whole case.';
comment on column vote_case_work.approval_id is 'Null: within the operator''s limit.';
comment on column vote_case_work.tickets is 'Tickets to void or restore, estimated when the operator asked. The operator''s limits count these.';
comment on column vote_case_work.through_fan_id is 'With through_key, the last vote that the job has looked at.';
create unique index vote_case_work_void on vote_case_work (case_id) where deed = 'void';
create unique index vote_case_work_open on vote_case_work (case_id) where finished_at is null;
create index vote_case_work_case on vote_case_work (case_id);
create index vote_case_work_asked on vote_case_work (asked_by, asked_at);
grant select, insert on vote_case_work to lightstick_app;
grant update (through_fan_id, through_key, votes_done, tickets_done, finished_at) on vote_case_work to lightstick_app;

create table vote_void (
	case_id integer not null,
	fan_id bigint not null,
	idempotency_key text not null,
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null,
	earned bigint not null check (earned >= 0),
	purchased bigint not null check (purchased >= 0),
	ledger_seq integer check ((ledger_seq is null) = (earned + purchased = 0)),
	voided_at timestamptz not null,
	batch_id bigint,
	place smallint,
	primary key (case_id, fan_id, idempotency_key),
	foreign key (case_id, fan_id, idempotency_key) references vote_case_vote
);
comment on table vote_void is 'A vote that no longer counts, and the gems that its fan got back. Append-only.';
comment on column vote_void.ledger_seq is 'The ledger entry that returned the gems; null if none were returned.';
comment on column vote_void.place is 'The leaf of the void has the index log_batch.first_index + place.';
create index vote_void_vote on vote_void (fan_id, idempotency_key);

create table vote_restore (
	case_id integer not null,
	fan_id bigint not null,
	idempotency_key text not null,
	tickets bigint not null,
	earned bigint not null check (earned >= 0),
	purchased bigint not null check (purchased >= 0),
	ledger_seq integer check ((ledger_seq is null) = (earned + purchased = 0)),
	restored_at timestamptz not null,
	primary key (case_id, fan_id, idempotency_key),
	foreign key (case_id, fan_id, idempotency_key) references vote_void
);
comment on table vote_restore is 'A voided vote that counts again, and the gems that were taken for it again: as many as its void gave, bought ones for earned ones that were spent. Append-only.';
grant select, insert on vote_void, vote_restore to lightstick_app;
