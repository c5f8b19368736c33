-- Gems: one append-only ledger, the wallet as its running sum, and the sources of gems outside the store.

create table wallet (
	bucket smallint not null,
	fan_id bigint not null,
	earned bigint not null default 0 check (earned >= 0),
	-- Only a chargeback or an approved refund makes it negative: a debt.
	purchased bigint not null default 0,
	-- Number of the last ledger entry in the sums.
	last_seq bigint not null default 0,
	-- A vote reads these three under the row's lock.
	registered boolean not null default false,
	suspended boolean not null default false,
	frozen boolean not null default false,
	primary key (bucket, fan_id),
	foreign key (bucket, fan_id) references fan
) with (fillfactor = 70);
grant select, insert, update on wallet to lightstick_app;

create table ledger_entry (
	bucket smallint not null,
	fan_id bigint not null,
	-- 1, 2, 3 … per wallet, without gaps.
	seq bigint not null,
	kind text not null check (
		kind in ('purchase', 'bonus', 'check_in', 'vote', 'refund', 'chargeback', 'adjustment', 'void_return', 'forfeit')
	),
	earned bigint not null,
	purchased bigint not null,
	earned_after bigint not null,
	purchased_after bigint not null,
	-- What caused it: a vote's idempotency key, an order's trade_no, a check-in's date, an operator's reason.
	cause text not null,
	created_at timestamptz not null,
	primary key (bucket, fan_id, seq)
);
-- Finds the entries of an order without reading the fan's votes.
create index ledger_entry_order on ledger_entry (bucket, fan_id, cause)
	where kind in ('purchase', 'bonus', 'refund', 'chargeback');
-- Append-only: no update, no delete.
grant select, insert on ledger_entry to lightstick_app;

-- The operator behind an adjustment's ledger entry. Limits per operator and per fan count these rows.
create table gem_adjustment (
	bucket smallint not null,
	fan_id bigint not null,
	ledger_seq bigint not null,
	operator_id integer not null references operator,
	-- Null: within the operator's limit.
	approval_id uuid references approval,
	-- Gems given or taken, as a positive number.
	amount bigint not null check (amount > 0),
	adjusted_at timestamptz not null default lightstick_now(),
	primary key (bucket, fan_id, ledger_seq)
);
create index gem_adjustment_operator on gem_adjustment (operator_id, adjusted_at);
-- Append-only: no update, no delete.
grant select, insert on gem_adjustment to lightstick_app;

-- Rewards of the daily check-in, a cycle of seven.
create table check_in_reward (
	sequence smallint primary key check (sequence between 1 and 7),
	gems integer not null check (gems > 0)
);
insert into check_in_reward (sequence, gems) values (1, 10), (2, 20), (3, 30), (4, 40), (5, 50), (6, 60), (7, 150);
grant select, insert, update on check_in_reward to lightstick_app;

create table check_in (
	bucket smallint not null,
	fan_id bigint not null,
	-- The calendar day in the site's time zone at that moment. Always later than the fan's last one, even if the time
	-- zone changed in between.
	day date not null,
	sequence smallint not null check (sequence between 1 and 7),
	gems integer not null check (gems > 0),
	-- The ledger entry that gave the gems.
	ledger_seq bigint not null,
	timezone text not null,
	checked_at timestamptz not null,
	primary key (bucket, fan_id, day)
);
-- The dashboard counts check-ins per day.
create index check_in_day on check_in (day);
-- Append-only: no update, no delete.
grant select, insert on check_in to lightstick_app;

-- Result of the last hourly audit of the books. The dashboard shows it until a later audit finds nothing.
create table reconciliation (
	only_row boolean primary key default true check (only_row),
	checked_at timestamptz not null,
	-- The rules that were broken; empty if the books balance.
	broken text[] not null
);
grant select, insert, update on reconciliation to lightstick_app;
