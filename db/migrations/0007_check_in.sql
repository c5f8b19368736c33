-- The daily check-in: seven rewards in a circle, every claim there was, and what a retried request was answered.

-- Successes only: a refused request may be tried again with its key.
create table idempotency_record (
	bucket smallint not null,
	fan_id bigint not null,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	-- Of what was asked: the same key with another request is refused.
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (bucket, fan_id, operation, idempotency_key)
);
create index idempotency_record_created on idempotency_record (created_at);

create table check_in_reward (
	sequence smallint primary key check (sequence between 1 and 7),
	gems integer not null check (gems > 0)
);
insert into check_in_reward (sequence, gems) values (1, 10), (2, 20), (3, 30), (4, 40), (5, 50), (6, 60), (7, 150);

-- A missed day does not reset the cycle unless an operator wants it so.
alter table site_setting add column check_in_restarts_after_miss boolean not null default false;

create table check_in (
	bucket smallint not null,
	fan_id bigint not null,
	-- The calendar day in the site's time zone of that moment; later than the fan's one before, also when the zone changed.
	day date not null,
	sequence smallint not null check (sequence between 1 and 7),
	gems integer not null check (gems > 0),
	-- The ledger entry that gave them.
	ledger_seq bigint not null,
	timezone text not null,
	checked_at timestamptz not null,
	primary key (bucket, fan_id, day)
);

grant select, insert, delete on idempotency_record to lightstick_app;
grant select, insert, update on check_in_reward to lightstick_app;
-- Append-only: no update, no delete.
grant select, insert on check_in to lightstick_app;
