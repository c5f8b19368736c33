-- Fans: who they are, how they sign in, their sessions, and the deletion of their accounts.

create sequence fan_id_seq as bigint;
grant usage on sequence fan_id_seq to lightstick_app;

create table fan (
	fan_id bigint primary key default nextval('fan_id_seq'),
	name text,
	email text,
	country text,
	register_platform text not null check (register_platform in ('google', 'line', 'oidc')),
	avatar_media_id text,
	language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
	created_at timestamptz not null default lightstick_now(),
	registered_at timestamptz,
	erased_at timestamptz
);
comment on column fan.name is 'What the fan typed, or before registration what the provider said.';
comment on column fan.email is 'A contact address, not a credential.';
comment on column fan.language is 'The language in which the fan last used the site: notices are written in it. Null: English.';
comment on column fan.erased_at is 'Identity and contact data are deleted; the id stays on ledger entries and votes.';
-- The console searches fans by the start of a name or an address.
create index fan_name on fan (searched(name) text_pattern_ops, fan_id);
create index fan_email on fan (folded(email) text_pattern_ops, fan_id);
-- The dashboard counts registrations per day.
create index fan_registered on fan (registered_at) where registered_at is not null;
grant select, insert, update on fan to lightstick_app;

create table fan_identity (
	provider text not null check (provider in ('google', 'line', 'oidc')),
	subject text not null,
	fan_id bigint not null references fan,
	login_email text,
	linked_at timestamptz not null default lightstick_now(),
	primary key (provider, subject)
);
comment on table fan_identity is 'Sign-on identities of a fan. "oidc" is the site''s own sign-on network: its subjects begin with the issuer, so that another provider under the same settings makes other people.';
comment on column fan_identity.login_email is 'The address that the provider verified; null if it verified none.';
create index fan_identity_login_email on fan_identity (lower(login_email)) where login_email is not null;
create index fan_identity_email_start on fan_identity (folded(login_email) text_pattern_ops)
	where login_email is not null;
-- The planner takes no statistics from an index with a condition, and guesses that one address of 200 fits.
create statistics fan_identity_email on (folded(login_email)) from fan_identity;
comment on statistics fan_identity_email is 'How rare the beginnings of verified addresses are: without it, the search for fans reads all of them.';
create index fan_identity_fan on fan_identity (fan_id);
grant select, insert, update, delete on fan_identity to lightstick_app;

create table sign_in_attempt (
	state_hash bytea primary key,
	provider text not null,
	nonce text not null,
	code_verifier text not null,
	callback_url text not null,
	browser_hash bytea not null,
	started_at timestamptz not null default lightstick_now(),
	taken_at timestamptz
);
comment on table sign_in_attempt is 'One row per click on a sign-on button, of fans and of operators.';
comment on column sign_in_attempt.taken_at is 'When its state first came back. A browser that comes back again gets the same session.';
create index sign_in_attempt_started on sign_in_attempt (started_at);
grant select, insert, update, delete on sign_in_attempt to lightstick_app;

create table session (
	token_hash bytea primary key,
	fan_id bigint not null references fan,
	provider text not null,
	created_at timestamptz not null default lightstick_now(),
	browser_hash bytea not null,
	activated_at timestamptz,
	expires_at timestamptz not null,
	revoked_at timestamptz,
	country text,
	network_hash bytea,
	used_at timestamptz
);
comment on column session.browser_hash is 'The browser that began the sign-in. Only its first /user/me, within a minute, activates the session.';
comment on column session.expires_at is '30 days after the last use, but at most 180 days after the start.';
comment on column session.used_at is 'Last use. It cannot be computed from expires_at once the 180 days decide.';
create index session_fan on session (fan_id);
-- Finds the fans behind one network, for cases against votes.
create index session_network on session (network_hash, fan_id) where network_hash is not null;
grant select, insert, update, delete on session to lightstick_app;

create table network_key (
	month date primary key,
	secret bytea not null
);
comment on table network_key is 'Keys of the network hashes, one per month. Each is deleted after 90 days; the hashes mean nothing without it.';
grant select, insert, update, delete on network_key to lightstick_app;

create table deletion_request (
	fan_id bigint not null references fan,
	requested_at timestamptz not null,
	erase_at timestamptz not null check (erase_at >= requested_at),
	cancelled_at timestamptz,
	erased_at timestamptz,
	primary key (fan_id, requested_at)
);
comment on table deletion_request is 'A fan''s request to delete the account. Signing in before erase_at cancels it; after that a job erases the account.';
create unique index deletion_request_open on deletion_request (fan_id) where cancelled_at is null and erased_at is null;
create index deletion_request_due on deletion_request (erase_at) where cancelled_at is null and erased_at is null;
grant select, insert on deletion_request to lightstick_app;
grant update (cancelled_at, erased_at) on deletion_request to lightstick_app;

create table idempotency_record (
	fan_id bigint not null,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (fan_id, operation, idempotency_key)
);
comment on table idempotency_record is 'Replies to fans'' requests, for retries. Only successes: a refused request may be tried again with its key.';
comment on column idempotency_record.request_hash is 'The same key with another request is refused.';
create index idempotency_record_created on idempotency_record (created_at);
grant select, insert, delete on idempotency_record to lightstick_app;
