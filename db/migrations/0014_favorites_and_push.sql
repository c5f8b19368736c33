-- A fan's favorite artists, and the reminders that a fan asked for.

create table favorite (
	bucket smallint not null,
	fan_id bigint not null,
	artist_id integer not null references artist,
	-- The smallest is the fan's first artist. Negative where a later one was put first.
	place integer not null,
	marked_at timestamptz not null default lightstick_now(),
	primary key (bucket, fan_id, artist_id),
	foreign key (bucket, fan_id) references fan
);
-- Finds the fans of an artist who was overtaken.
create index favorite_artist on favorite (artist_id, bucket, fan_id);
grant select, insert, update, delete on favorite to lightstick_app;

-- What a fan wants to be reminded of. No row: nothing.
create table reminder_setting (
	bucket smallint not null,
	fan_id bigint not null,
	vote_opens boolean not null,
	vote_closes boolean not null,
	overtaken boolean not null,
	claim_ready boolean not null,
	-- The fan's own zone, and quiet hours in it as minutes since midnight. Equal ends: no quiet hours.
	timezone text not null,
	quiet_from smallint not null check (quiet_from between 0 and 1439),
	quiet_until smallint not null check (quiet_until between 0 and 1439),
	primary key (bucket, fan_id),
	foreign key (bucket, fan_id) references fan
);
grant select, insert, update, delete on reminder_setting to lightstick_app;

-- A device that takes reminders. Its address grants whoever knows it and the keys the sending to it.
create table push_subscription (
	-- In the order of subscribing: sending walks along it.
	subscription_id bigint generated always as identity primary key,
	bucket smallint not null,
	fan_id bigint not null,
	endpoint text not null unique,
	p256dh text not null,
	auth text not null,
	-- BCP 47 language of the page. Null: unknown.
	language text,
	created_at timestamptz not null default lightstick_now(),
	foreign key (bucket, fan_id) references fan
);
create index push_subscription_fan on push_subscription (bucket, fan_id);
grant select, insert, update, delete on push_subscription to lightstick_app;

-- Something that fans are reminded of, once. `event_key` names it, so that two processes make one.
create table push_event (
	event_id bigint generated always as identity primary key,
	event_key text not null unique,
	kind text not null check (kind in ('vote_opens', 'vote_closes', 'overtaken', 'claim_ready')),
	-- The values of its text.
	facts jsonb not null,
	-- The artist whose fans alone are told. Null: everybody who asked for the kind.
	artist_id integer references artist,
	-- Nobody is told later than this.
	expires_at timestamptz not null,
	-- The last subscription that was taken up. It is committed before anything is sent: a crash loses what was taken up,
	-- and nobody is told twice.
	sent_through bigint not null default 0,
	-- Subscriptions that exist now; a later one is of no concern.
	sent_until bigint not null,
	finished_at timestamptz
);
create index push_event_open on push_event (event_id) where finished_at is null;
create index push_event_expires on push_event (expires_at);
grant select, insert, update, delete on push_event to lightstick_app;

-- What waits: for the end of quiet hours, or for a push service that asked for patience. Deleted before it is sent.
create table push_delayed (
	event_id bigint not null references push_event on delete cascade,
	subscription_id bigint not null references push_subscription on delete cascade,
	due_at timestamptz not null,
	primary key (event_id, subscription_id)
);
create index push_delayed_due on push_delayed (due_at);
create index push_delayed_subscription on push_delayed (subscription_id);
grant select, insert, update, delete on push_delayed to lightstick_app;

-- The ranks of a running ranking at the last look, to see who was overtaken since.
create table push_rank (
	ranking_id integer primary key references ranking,
	-- In rank order.
	artist_ids integer[] not null
);
grant select, insert, update, delete on push_rank to lightstick_app;
