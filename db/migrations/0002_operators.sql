-- Operators: the people who run the site, how they sign in, what they did, and what waits for a second operator.

create table operator (
	operator_id integer generated always as identity primary key,
	-- The provider's name and its permanent id of the person. An email address alone never makes an operator.
	issuer text not null,
	subject text not null,
	email text not null,
	name text,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	joined_at timestamptz not null default lightstick_now(),
	removed_at timestamptz,
	version integer not null default 1,
	-- When the operator got the present power over money. It starts again when they join, get a higher role or come back;
	-- for a day after it they approve nothing. -infinity for the first owner, whom nobody invited.
	power_since timestamptz not null default lightstick_now(),
	-- Null: the configuration gave it.
	power_given_by integer references operator,
	unique (issuer, subject)
);
grant select, insert on operator to lightstick_app;
grant update (email, name, role, removed_at, version, power_since, power_given_by) on operator to lightstick_app;

-- The person who proves the address at a provider for operators claims the invitation, once.
create table operator_invitation (
	invitation_id integer generated always as identity primary key,
	email text not null,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	-- Null: the configuration invited the first owner.
	invited_by integer references operator,
	invited_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	claimed_at timestamptz,
	claimed_by integer references operator,
	withdrawn_at timestamptz
);
create unique index operator_invitation_open on operator_invitation (lower(email))
	where claimed_at is null and withdrawn_at is null;
grant select, insert on operator_invitation to lightstick_app;
grant update (claimed_at, claimed_by, withdrawn_at) on operator_invitation to lightstick_app;

-- One row per click on the sign-in button. The row is deleted when its state comes back.
create table operator_sign_in (
	state_hash bytea primary key,
	browser_hash bytea not null,
	nonce text not null,
	code_verifier text not null,
	redirect_uri text not null,
	return_to text not null,
	started_at timestamptz not null default lightstick_now()
);
grant select, insert, update, delete on operator_sign_in to lightstick_app;

create table operator_session (
	token_hash bytea primary key,
	operator_id integer not null references operator,
	started_at timestamptz not null default lightstick_now(),
	used_at timestamptz not null default lightstick_now(),
	ended_at timestamptz,
	-- End of the step-up. Null or past: the operator must use a passkey first.
	step_up_ends_at timestamptz,
	-- Names the session on the operator's screen; the token is never shown.
	session_id integer generated always as identity unique,
	-- First use of a passkey on the session. Null: none yet, and the session may do next to nothing.
	entered_at timestamptz,
	-- When the person last proved their identity at the provider. Null: the provider has not said so, and has to.
	authenticated_at timestamptz,
	-- Such as "Firefox on Linux"; empty if unknown.
	browser text not null default ''
);
create index operator_session_operator on operator_session (operator_id);
grant select, insert, update, delete on operator_session to lightstick_app;

create table operator_passkey (
	passkey_id integer generated always as identity primary key,
	operator_id integer not null references operator,
	-- In base64url, as browsers write it.
	credential_id text not null unique,
	public_key bytea not null,
	-- The device's signature counter. A counter that does not grow belongs to a copy. Devices without one always say 0.
	counter bigint not null,
	transports text[] not null,
	name text not null,
	created_at timestamptz not null default lightstick_now(),
	used_at timestamptz
);
create index operator_passkey_operator on operator_passkey (operator_id);
grant select, insert, delete on operator_passkey to lightstick_app;
grant update (counter, used_at, name) on operator_passkey to lightstick_app;

-- What a passkey has to sign: one per session and purpose. The row is deleted when the signature comes back.
create table operator_challenge (
	token_hash bytea not null references operator_session on delete cascade,
	purpose text not null check (purpose in ('add', 'step_up')),
	challenge text not null,
	expires_at timestamptz not null,
	primary key (token_hash, purpose)
);
grant select, insert, update, delete on operator_challenge to lightstick_app;

-- Replies to operators' requests, for retries. Only successes.
create table operator_request (
	operator_id integer not null references operator,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (operator_id, operation, idempotency_key)
);
-- Append-only: no update, no delete.
grant select, insert on operator_request to lightstick_app;

-- The audit trail: every action of operators, and who read personal data (one row per hour for a page or a person,
-- however often it is shown). A trigger refuses changes by the tables' owner too: db/functions/refuse_change.sql.
create table audit_entry (
	audit_id bigint generated always as identity primary key,
	at timestamptz not null default lightstick_now(),
	-- Null: the site itself, by its configuration.
	operator_id integer references operator,
	action text not null,
	target text not null,
	before jsonb,
	after jsonb,
	why text
);
create index audit_entry_target on audit_entry (target, audit_id desc);
create index audit_entry_operator on audit_entry (operator_id, audit_id desc);
-- The approval rules read from the trail who could approve a day ago.
create index audit_entry_operator_change on audit_entry (at) where action = 'operator.change';
create index audit_entry_reads on audit_entry (operator_id, target, at)
	where action in ('fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export');
-- Append-only: no update, no delete.
grant select, insert on audit_entry to lightstick_app;

-- Changes that wait for a second operator.
create table approval (
	approval_id uuid primary key default gen_random_uuid(),
	-- Newer approvals have greater numbers. Lists are sorted by it.
	number bigint generated always as identity unique,
	-- The contract has the closed list of kinds (contract/operator/approvals.ts).
	kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
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
grant select, insert on approval to lightstick_app;
grant update (decision, decided_by, decided_at) on approval to lightstick_app;
