-- Fans in the hands of operators: how they are found, gems that are adjusted, and what needs a second operator.

create index fan_latest on fan (fan_id);
create index fan_name on fan (lower(name) text_pattern_ops, fan_id);
create index fan_email on fan (lower(email) text_pattern_ops, fan_id);
create index fan_identity_email_start on fan_identity (lower(login_email) text_pattern_ops)
	where login_email is not null;
-- The dashboard counts by day.
create index fan_registered on fan (registered_at) where registered_at is not null;
create index gem_order_fulfilled on gem_order (fulfilled_at) where fulfilled_at is not null;
create index check_in_day on check_in (day);

create table approval (
	approval_id uuid primary key default gen_random_uuid(),
	-- Newer ones have greater numbers: for lists.
	number bigint generated always as identity unique,
	kind text not null check (kind in ('gem_adjustment')),
	payload jsonb not null,
	payload_hash text not null,
	why text not null,
	asked_by integer not null references operator,
	asked_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	decision text check (decision in ('approved', 'rejected')),
	decided_by integer references operator,
	decided_at timestamptz,
	check (decision is distinct from 'approved' or decided_by <> asked_by)
);

-- Beside the ledger entry: who adjusted, so that bounds are counted per operator and per fan.
create table gem_adjustment (
	bucket smallint not null,
	fan_id bigint not null,
	ledger_seq bigint not null,
	operator_id integer not null references operator,
	-- Null: within the bounds.
	approval_id uuid references approval,
	-- Gems given and taken, without sign.
	amount bigint not null check (amount > 0),
	adjusted_at timestamptz not null default lightstick_now(),
	primary key (bucket, fan_id, ledger_seq)
);
create index gem_adjustment_operator on gem_adjustment (operator_id, adjusted_at);

grant select, insert on approval to lightstick_app;
grant update (decision, decided_by, decided_at) on approval to lightstick_app;
-- Append-only: no update, no delete.
grant select, insert on gem_adjustment to lightstick_app;
