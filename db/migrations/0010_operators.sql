-- Operators: who runs the site, how they came to, and everything they did.

create table operator (
	operator_id integer generated always as identity primary key,
	-- The provider's own name and its unchanging id of the person: an address alone never makes an operator.
	issuer text not null,
	subject text not null,
	email text not null,
	name text,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	joined_at timestamptz not null default lightstick_now(),
	removed_at timestamptz,
	version integer not null default 1,
	unique (issuer, subject)
);

-- Claimed once, by whoever proves the address at a provider for operators; void afterwards.
create table operator_invitation (
	invitation_id integer generated always as identity primary key,
	email text not null,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	-- Null: the first owner's, by configuration.
	invited_by integer references operator,
	invited_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	claimed_at timestamptz,
	claimed_by integer references operator,
	withdrawn_at timestamptz
);
create unique index operator_invitation_open on operator_invitation (lower(email))
	where claimed_at is null and withdrawn_at is null;

-- One row per click on the sign-in button; deleted when its state comes back.
create table operator_sign_in (
	state_hash bytea primary key,
	browser_hash bytea not null,
	nonce text not null,
	code_verifier text not null,
	redirect_uri text not null,
	return_to text not null,
	started_at timestamptz not null default lightstick_now()
);

create table operator_session (
	token_hash bytea primary key,
	operator_id integer not null references operator,
	started_at timestamptz not null default lightstick_now(),
	used_at timestamptz not null default lightstick_now(),
	ended_at timestamptz
);
create index operator_session_operator on operator_session (operator_id);

create table audit_entry (
	audit_id bigint generated always as identity primary key,
	at timestamptz not null default lightstick_now(),
	-- Null: the site itself, by configuration.
	operator_id integer references operator,
	action text not null,
	target text not null,
	before jsonb,
	after jsonb,
	why text
);
create index audit_entry_target on audit_entry (target, audit_id desc);
create index audit_entry_operator on audit_entry (operator_id, audit_id desc);

-- Not even the owner of the tables rewrites what was done.
create function refuse_change() returns trigger language plpgsql as $$
begin
	raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
	for each statement execute function refuse_change();

-- What a retried request of an operator was answered; successes only.
create table operator_request (
	operator_id integer not null references operator,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (operator_id, operation, idempotency_key)
);

grant select, insert on operator to lightstick_app;
grant update (email, name, role, removed_at, version) on operator to lightstick_app;
grant select, insert on operator_invitation to lightstick_app;
grant update (claimed_at, claimed_by, withdrawn_at) on operator_invitation to lightstick_app;
grant select, insert, update, delete on operator_session, operator_sign_in to lightstick_app;
-- Append-only: no update, no delete.
grant select, insert on audit_entry, operator_request to lightstick_app;
