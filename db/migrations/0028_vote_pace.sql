-- How long votes took on each process within the last minute, for the status page. A process writes its row every two
-- seconds while it takes votes.
create table vote_pace (
	process uuid primary key,
	at timestamptz not null,
	votes integer not null,
	failed integer not null,
	-- Votes by their time: see server/voting/pace.ts.
	buckets integer[] not null
) with (fillfactor = 50);
grant select, insert, update, delete on vote_pace to lightstick_app;
