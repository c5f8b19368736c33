-- Votes: append-only, one per (fan, idempotency key).

create table vote (
	bucket smallint not null,
	fan_id bigint not null,
	-- Made by the fan's device before the first try; the public log's tag.
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	ranking_id integer not null,
	artist_id integer not null,
	tickets bigint not null check (tickets > 0),
	cost_earned bigint not null check (cost_earned >= 0),
	cost_purchased bigint not null check (cost_purchased >= 0),
	-- The ledger entry that paid for it.
	ledger_seq bigint not null,
	-- What the fan was answered, so that a retry gets the same.
	artist_tickets bigint not null,
	-- The database's clock, read under the ranking's lock: this decided that the vote was in time.
	cast_at timestamptz not null,
	primary key (bucket, fan_id, idempotency_key)
);

grant select, insert on vote to lightstick_app;
