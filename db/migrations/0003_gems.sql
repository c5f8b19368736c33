-- Gems: one append-only ledger, and the wallet as its kept sum.

create table wallet (
	bucket smallint not null,
	fan_id bigint not null,
	earned bigint not null default 0 check (earned >= 0),
	-- Below zero only by a charge-back or an approved refund: a debt.
	purchased bigint not null default 0,
	-- The number of the last ledger entry that the sums include.
	last_seq bigint not null default 0,
	-- Read under the row's lock when a vote is committed.
	registered boolean not null default false,
	suspended boolean not null default false,
	frozen boolean not null default false,
	primary key (bucket, fan_id),
	foreign key (bucket, fan_id) references fan
) with (fillfactor = 70);

create table ledger_entry (
	bucket smallint not null,
	fan_id bigint not null,
	-- 1, 2, 3 … in each wallet, without gaps.
	seq bigint not null,
	kind text not null check (
		kind in ('purchase', 'bonus', 'check_in', 'vote', 'refund', 'chargeback', 'adjustment', 'void_return', 'forfeit')
	),
	earned bigint not null,
	purchased bigint not null,
	earned_after bigint not null,
	purchased_after bigint not null,
	-- What caused it: the vote's idempotency key, an order's trade_no, a check-in's date, an operator's reason.
	cause text not null,
	created_at timestamptz not null,
	primary key (bucket, fan_id, seq)
);

grant select, insert, update on wallet to lightstick_app;
-- Append-only: no update, no delete.
grant select, insert on ledger_entry to lightstick_app;
