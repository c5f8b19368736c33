-- Passkeys of operators: asked again before money, roles and voids.

create table operator_passkey (
	passkey_id integer generated always as identity primary key,
	operator_id integer not null references operator,
	-- As browsers write it: base64url.
	credential_id text not null unique,
	public_key bytea not null,
	-- Of signatures, as the device counts them; one that does not grow is a copy's. 0 for good: it does not count.
	counter bigint not null,
	transports text[] not null,
	name text not null,
	created_at timestamptz not null default lightstick_now(),
	used_at timestamptz
);
create index operator_passkey_operator on operator_passkey (operator_id);

-- What a passkey has to sign: one of each purpose per session, deleted when it comes back.
create table operator_challenge (
	token_hash bytea not null references operator_session on delete cascade,
	purpose text not null check (purpose in ('add', 'step_up')),
	challenge text not null,
	expires_at timestamptz not null,
	primary key (token_hash, purpose)
);

-- Null or past: a passkey has to be used first.
alter table operator_session add column step_up_ends_at timestamptz;

grant select, insert, delete on operator_passkey to lightstick_app;
grant update (counter, used_at, name) on operator_passkey to lightstick_app;
grant select, insert, update, delete on operator_challenge to lightstick_app;
