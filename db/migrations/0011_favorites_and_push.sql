-- A fan's favorite artists, and the reminders that a fan asked for.

create table favorite (
	fan_id bigint not null references fan,
	artist_id integer not null references artist,
	place integer not null,
	marked_at timestamptz not null default lightstick_now(),
	primary key (fan_id, artist_id)
);
comment on column favorite.place is 'The smallest is the fan''s first artist. Negative where a later one was put first.';
-- Finds the fans of an artist who was overtaken.
create index favorite_artist on favorite (artist_id, fan_id);
grant select, insert, update, delete on favorite to lightstick_app;

create table reminder_setting (
	fan_id bigint primary key references fan,
	vote_opens boolean not null,
	vote_closes boolean not null,
	overtaken boolean not null,
	claim_ready boolean not null,
	timezone text not null,
	quiet_from smallint not null check (quiet_from between 0 and 1439),
	quiet_until smallint not null check (quiet_until between 0 and 1439)
);
comment on table reminder_setting is 'What a fan wants to be reminded of. No row: nothing.';
comment on column reminder_setting.quiet_from is 'With quiet_until the quiet hours in the fan''s own zone, as minutes since midnight. Equal ends: no quiet hours.';
grant select, insert, update, delete on reminder_setting to lightstick_app;

create table push_subscription (
	subscription_id bigint generated always as identity primary key,
	fan_id bigint not null references fan,
	endpoint text not null unique,
	p256dh text not null,
	auth text not null,
	language text,
	created_at timestamptz not null default lightstick_now(),
	refused_since timestamptz
);
comment on table push_subscription is 'A device that takes reminders. Its address grants whoever knows it and the keys the sending to it.';
comment on column push_subscription.subscription_id is 'In the order of subscribing: sending walks along it.';
comment on column push_subscription.language is 'BCP 47 language of the page. Null: unknown.';
comment on column push_subscription.refused_since is 'The push service has refused every message since. After some days the device is deleted. Null: it took the last one.';
create index push_subscription_fan on push_subscription (fan_id);
create index push_subscription_refused on push_subscription (refused_since) where refused_since is not null;
grant select, insert, update, delete on push_subscription to lightstick_app;

create table push_event (
	event_id bigint generated always as identity primary key,
	event_key text not null unique,
	kind text not null check (kind in ('vote_opens', 'vote_closes', 'overtaken', 'claim_ready')),
	facts jsonb not null,
	artist_id integer references artist,
	expires_at timestamptz not null,
	sent_through bigint not null default 0,
	sent_until bigint not null,
	finished_at timestamptz
);
comment on table push_event is 'Something that fans are reminded of, once. event_key names it, so that two processes make one.';
comment on column push_event.facts is 'The values of its text.';
comment on column push_event.artist_id is 'The artist whose fans alone are told. Null: everybody who asked for the kind.';
comment on column push_event.expires_at is 'Nobody is told later than this.';
comment on column push_event.sent_through is 'The last subscription that was taken up. It is committed before anything is sent: a crash loses what was taken up, and nobody is told twice.';
comment on column push_event.sent_until is 'The last subscription that existed when the event was made; a later one is not told.';
create index push_event_open on push_event (event_id) where finished_at is null;
create index push_event_expires on push_event (expires_at);
grant select, insert, update, delete on push_event to lightstick_app;

create table push_delayed (
	event_id bigint not null references push_event on delete cascade,
	subscription_id bigint not null references push_subscription on delete cascade,
	due_at timestamptz not null,
	primary key (event_id, subscription_id)
);
comment on table push_delayed is 'What waits: for the end of quiet hours, or for a push service that asked for patience. Deleted before it is sent.';
create index push_delayed_due on push_delayed (due_at);
create index push_delayed_subscription on push_delayed (subscription_id);
grant select, insert, update, delete on push_delayed to lightstick_app;

create table push_rank (
	ranking_id integer primary key references ranking,
	artist_ids integer[] not null
);
comment on table push_rank is 'The artists of a running ranking in rank order at the last look, to see who was overtaken since.';
grant select, insert, update, delete on push_rank to lightstick_app;
