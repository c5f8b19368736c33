-- Votes counted by fan and by time of sign-up, for operators who look for fraud. A job counts them, apart from
-- vote_concentration: processes of the release before count those on, and know nothing of these.

-- The fans who gave an artist most. Kept by "space saving": a bounded number of rows per artist holds every fan above a
-- known share. See server/voting/operator/top-fans/.
create table vote_top_fan (
	ranking_id integer not null references ranking,
	artist_id integer not null references artist,
	bucket smallint not null,
	fan_id bigint not null,
	votes bigint not null,
	tickets bigint not null,
	-- Gems that the votes cost.
	earned bigint not null,
	purchased bigint not null,
	-- Most tickets that the fan may have given before the row was made.
	missed bigint not null,
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (ranking_id, artist_id, bucket, fan_id)
);

-- Votes of accounts that were new when they voted, by the hour in which they signed up.
create table vote_sign_up (
	ranking_id integer not null references ranking,
	artist_id integer not null references artist,
	joined_at timestamptz not null,
	votes bigint not null,
	tickets bigint not null,
	primary key (ranking_id, artist_id, joined_at)
);

-- Votes before this instant are in both.
create table vote_fan_counting (
	only_row boolean primary key default true check (only_row),
	counted_through timestamptz not null
);
grant select, insert, update, delete on vote_top_fan, vote_sign_up to lightstick_app;
grant select, insert, update on vote_fan_counting to lightstick_app;
