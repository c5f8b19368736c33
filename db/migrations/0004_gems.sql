-- Gems: one append-only ledger, the wallet as its running sum, and the sources of gems outside the store.
-- Columns of the tables that every vote writes are ordered by their size, so that rows hold no padding; in a wallet, those
-- that a vote changes stand together, because the server's log holds the bytes from the first to the last of them.

create table wallet (
	fan_id bigint primary key references fan,
	purchased bigint not null default 0,
	earned bigint not null default 0 check (earned >= 0),
	last_seq integer not null default 0,
	registered boolean not null default false,
	suspended boolean not null default false,
	frozen boolean not null default false
) with (fillfactor = 70);
comment on table wallet is 'A fan''s balance. A vote reads registered, suspended and frozen under the row''s lock.';
comment on column wallet.purchased is 'Only a chargeback, an approved refund or a restored vote makes it negative: a debt.';
comment on column wallet.last_seq is 'Number of the last ledger entry in the sums.';
-- The console's filters of fans. Neither column changes with a vote.
create index wallet_suspended on wallet (fan_id) where suspended;
create index wallet_frozen on wallet (fan_id) where frozen;
grant select, insert, update on wallet to lightstick_app;

create table ledger_entry (
	fan_id bigint not null,
	earned bigint not null,
	purchased bigint not null,
	earned_after bigint not null,
	purchased_after bigint not null,
	created_at timestamptz not null,
	seq integer not null,
	kind text not null check (
		kind in ('purchase', 'bonus', 'check_in', 'vote', 'refund', 'chargeback', 'adjustment', 'void_return', 'forfeit')
	),
	cause text not null,
	primary key (fan_id, seq)
);
comment on table ledger_entry is 'Every change of a wallet. Append-only.';
comment on column ledger_entry.seq is '1, 2, 3 … per wallet, without gaps.';
comment on column ledger_entry.cause is 'A vote''s idempotency key, an order''s trade_no, a check-in''s date, an operator''s reason.';
-- Finds the entries of an order without reading the fan's votes.
create index ledger_entry_order on ledger_entry (fan_id, cause) where kind in ('purchase', 'bonus', 'refund', 'chargeback');
grant select, insert on ledger_entry to lightstick_app;

create table gem_adjustment (
	fan_id bigint not null,
	ledger_seq integer not null,
	operator_id integer not null references operator,
	approval_id uuid references approval,
	amount bigint not null check (amount > 0),
	adjusted_at timestamptz not null default lightstick_now(),
	primary key (fan_id, ledger_seq)
);
comment on table gem_adjustment is 'The operator behind an adjustment''s ledger entry. Limits per operator and per fan count these rows. Append-only.';
comment on column gem_adjustment.approval_id is 'Null: within the operator''s limit.';
comment on column gem_adjustment.amount is 'Gems given or taken, as a positive number.';
create index gem_adjustment_operator on gem_adjustment (operator_id, adjusted_at);
grant select, insert on gem_adjustment to lightstick_app;

create table supply_total (
	kind text primary key,
	earned_in bigint not null,
	earned_out bigint not null,
	purchased_in bigint not null,
	purchased_out bigint not null
);
comment on table supply_total is 'Gems that came and went, ever since, by the kind of their ledger entries. Votes are counted with their leaves instead.';
grant select, insert, update on supply_total to lightstick_app;

create table supply_change (
	kind text not null,
	earned bigint not null,
	purchased bigint not null
);
comment on table supply_change is 'Ledger entries that supply_total does not hold yet, without votes: see db/functions/note_supply_change.sql. Counting takes them out.';
grant select, insert, delete on supply_change to lightstick_app;

create table check_in_reward (
	sequence smallint primary key check (sequence between 1 and 7),
	gems integer not null check (gems > 0)
);
comment on table check_in_reward is 'Rewards of the daily check-in, a cycle of seven.';
insert into check_in_reward (sequence, gems) values (1, 10), (2, 20), (3, 30), (4, 40), (5, 50), (6, 60), (7, 150);
grant select, insert, update on check_in_reward to lightstick_app;

create table check_in (
	fan_id bigint not null,
	day date not null,
	sequence smallint not null check (sequence between 1 and 7),
	gems integer not null check (gems > 0),
	ledger_seq integer not null,
	timezone text not null,
	checked_at timestamptz not null,
	primary key (fan_id, day)
);
comment on table check_in is 'Append-only.';
comment on column check_in.day is 'The calendar day in the site''s time zone at that moment. Always later than the fan''s last one, even if the time zone changed in between.';
comment on column check_in.ledger_seq is 'The ledger entry that gave the gems.';
-- The dashboard counts check-ins per day.
create index check_in_day on check_in (day);
grant select, insert on check_in to lightstick_app;

create table reconciliation (
	only_row boolean primary key default true check (only_row),
	checked_at timestamptz not null,
	broken text[] not null,
	acknowledged jsonb not null default '{}'
);
comment on table reconciliation is 'Result of the last hourly audit of the books. The dashboard shows it until a later audit finds nothing.';
comment on column reconciliation.broken is 'The rules that were broken; empty if the books balance.';
comment on column reconciliation.acknowledged is 'Broken rows by rule about times, which operators have put down to a step of the clock: npm run audit -- --acknowledge.';
grant select, insert, update on reconciliation to lightstick_app;
