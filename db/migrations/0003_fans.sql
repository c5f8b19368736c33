-- Fans: who they are, how they sign in, their sessions, and the deletion of their accounts.

create sequence fan_id_seq as bigint;
grant usage on sequence fan_id_seq to lightstick_app;

create table fan (
	bucket smallint not null,
	fan_id bigint not null,
	-- What the fan typed, or before registration what the provider said. The email is a contact address, not a credential.
	name text,
	email text,
	country text,
	register_platform text not null check (register_platform in ('google', 'line', 'oidc')),
	avatar_media_id text,
	created_at timestamptz not null default lightstick_now(),
	registered_at timestamptz,
	-- Identity and contact data are deleted; the id stays on ledger entries and votes.
	erased_at timestamptz,
	primary key (bucket, fan_id),
	check (bucket = bucket_of(fan_id))
);
-- The console searches fans by id, and by the start of a name or an address.
create index fan_latest on fan (fan_id);
create index fan_name on fan (lower(name) text_pattern_ops, fan_id);
create index fan_email on fan (lower(email) text_pattern_ops, fan_id);
-- The dashboard counts registrations per day.
create index fan_registered on fan (registered_at) where registered_at is not null;
grant select, insert, update on fan to lightstick_app;

-- Sign-on identities of a fan. `oidc` is the site's own sign-on network: its subjects begin with the issuer, so that
-- another provider under the same settings makes other people.
create table fan_identity (
	provider text not null check (provider in ('google', 'line', 'oidc')),
	subject text not null,
	bucket smallint not null,
	fan_id bigint not null,
	-- The address that the provider verified; null if it verified none.
	login_email text,
	linked_at timestamptz not null default lightstick_now(),
	primary key (provider, subject),
	foreign key (bucket, fan_id) references fan
);
create index fan_identity_login_email on fan_identity (lower(login_email)) where login_email is not null;
create index fan_identity_email_start on fan_identity (lower(login_email) text_pattern_ops)
	where login_email is not null;
create index fan_identity_fan on fan_identity (bucket, fan_id);
grant select, insert, update, delete on fan_identity to lightstick_app;

-- One row per click on a sign-on button. The row is deleted when its state comes back.
create table sign_in_attempt (
	state_hash bytea primary key,
	provider text not null,
	nonce text not null,
	code_verifier text not null,
	callback_url text not null,
	browser_hash bytea not null,
	started_at timestamptz not null default lightstick_now()
);
create index sign_in_attempt_started on sign_in_attempt (started_at);
grant select, insert, update, delete on sign_in_attempt to lightstick_app;

create table session (
	token_hash bytea primary key,
	bucket smallint not null,
	fan_id bigint not null,
	provider text not null,
	created_at timestamptz not null default lightstick_now(),
	-- The browser that began the sign-in. Only its first /user/me, within a minute, activates the session.
	browser_hash bytea not null,
	activated_at timestamptz,
	-- 30 days after the last use, but at most 180 days after the start.
	expires_at timestamptz not null,
	revoked_at timestamptz,
	country text,
	network_hash bytea,
	-- Last use. It cannot be computed from expires_at once the 180 days decide.
	used_at timestamptz,
	foreign key (bucket, fan_id) references fan
);
create index session_fan on session (bucket, fan_id);
-- Finds the fans behind one network, for cases against votes.
create index session_network on session (network_hash, bucket, fan_id) where network_hash is not null;
grant select, insert, update, delete on session to lightstick_app;

-- Keys of the network hashes, one per month. Each is deleted after 90 days; the hashes mean nothing without it.
create table network_key (
	month date primary key,
	secret bytea not null
);
grant select, insert, update, delete on network_key to lightstick_app;

-- A fan's request to delete the account. Signing in before `erase_at` cancels it; after that a job erases the account.
create table deletion_request (
	bucket smallint not null,
	fan_id bigint not null,
	requested_at timestamptz not null,
	erase_at timestamptz not null check (erase_at >= requested_at),
	cancelled_at timestamptz,
	erased_at timestamptz,
	primary key (bucket, fan_id, requested_at),
	foreign key (bucket, fan_id) references fan
);
create unique index deletion_request_open on deletion_request (bucket, fan_id)
	where cancelled_at is null and erased_at is null;
create index deletion_request_due on deletion_request (erase_at) where cancelled_at is null and erased_at is null;
grant select, insert on deletion_request to lightstick_app;
grant update (cancelled_at, erased_at) on deletion_request to lightstick_app;
