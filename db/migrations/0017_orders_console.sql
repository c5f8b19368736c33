-- Orders in the hands of operators: how they are found, what the provider said of each, and refunds that we ask for.

create index gem_order_latest on gem_order (created_at, trade_no);
create index gem_order_status on gem_order (status, created_at, trade_no);
create index gem_order_fan on gem_order (bucket, fan_id, created_at, trade_no);

-- What an order moved, without reading the fan's votes.
create index ledger_entry_order on ledger_entry (bucket, fan_id, cause)
	where kind in ('purchase', 'bonus', 'refund', 'chargeback');

-- Whose each message was; null where it was of no order of ours, and for those from before.
alter table payment_event add column trade_no text;
alter table payment_event add column payment_id text;
create index payment_event_order on payment_event (trade_no) where trade_no is not null;
create index payment_event_payment on payment_event (payment_id) where payment_id is not null;

-- A refund that operators want. Kept before the provider is asked, under a key made of its id, so that a crash in
-- between leaves something to ask again and never a second refund. Gems follow from what the provider tells.
create table refund_request (
	refund_request_id uuid primary key default gen_random_uuid(),
	trade_no text not null references gem_order (trade_no),
	bucket smallint not null,
	fan_id bigint not null,
	payment_id text not null references payment,
	part text not null check (part in ('unspent', 'whole')),
	amount_minor bigint not null check (amount_minor > 0),
	-- That it will take back, as it looked when it was wanted; bounds count these.
	gems bigint not null check (gems >= 0),
	operator_id integer not null references operator,
	-- Null: within the bounds.
	approval_id uuid references approval,
	why text not null,
	requested_at timestamptz not null default lightstick_now(),
	-- When somebody last set out to ask the provider: nobody else does within the minute.
	asked_at timestamptz,
	status text not null default 'asked' check (status in ('asked', 'done', 'refused')),
	refund_id text unique,
	-- The provider's own words.
	refusal text,
	foreign key (bucket, fan_id) references fan
);
-- One at a time: what is left of an order is known only between two refunds.
create unique index refund_request_open on refund_request (trade_no) where status = 'asked';
create index refund_request_order on refund_request (trade_no);
create index refund_request_operator on refund_request (operator_id, requested_at);
create index refund_request_fan on refund_request (bucket, fan_id, requested_at);

-- The closed list of kinds is the contract's (contract/operator/approvals.ts).
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');

grant select, insert on refund_request to lightstick_app;
-- What was wanted cannot be rewritten by the application.
grant update (asked_at, status, refund_id, refusal) on refund_request to lightstick_app;
