-- People: who they are, how they sign in, and the sessions they hold.

create sequence fan_id_seq as bigint;

create table fan (
	bucket smallint not null,
	fan_id bigint not null,
	-- What the fan typed, or before registration what the provider told. A contact address, never a credential.
	name text,
	email text,
	country text,
	register_platform text not null check (register_platform in ('google', 'line')),
	avatar_media_id text,
	created_at timestamptz not null default lightstick_now(),
	registered_at timestamptz,
	-- Identity and contact data are gone; the surrogate id stays on ledger and votes.
	erased_at timestamptz,
	primary key (bucket, fan_id),
	check (bucket = bucket_of(fan_id))
);

-- Who may sign in as whom. `login_email` is the provider's verified address only; null where it verified none.
create table fan_identity (
	provider text not null check (provider in ('google', 'line')),
	subject text not null,
	bucket smallint not null,
	fan_id bigint not null,
	login_email text,
	linked_at timestamptz not null default lightstick_now(),
	primary key (provider, subject),
	foreign key (bucket, fan_id) references fan
);
create index fan_identity_login_email on fan_identity (lower(login_email)) where login_email is not null;
create index fan_identity_fan on fan_identity (bucket, fan_id);

-- One row per click on a sign-on button; the row is deleted when its state comes back.
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

create table session (
	token_hash bytea primary key,
	bucket smallint not null,
	fan_id bigint not null,
	provider text not null,
	created_at timestamptz not null default lightstick_now(),
	-- The browser that began the sign-in; only its first /user/me, within a minute, makes this a session.
	browser_hash bytea not null,
	activated_at timestamptz,
	expires_at timestamptz not null,
	revoked_at timestamptz,
	country text,
	network_hash bytea,
	foreign key (bucket, fan_id) references fan
);
create index session_fan on session (bucket, fan_id);

-- Keys of the network hashes: one a month, forgotten after 90 days, so that the hashes mean nothing for longer.
create table network_key (
	month date primary key,
	secret bytea not null
);

grant usage on sequence fan_id_seq to lightstick_app;
grant select, insert, update on fan to lightstick_app;
grant select, insert, update, delete on fan_identity, sign_in_attempt, session, network_key to lightstick_app;
