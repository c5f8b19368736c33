-- The race: the standing of every ranking by the hour, kept for ever.

-- One row per ranking and hour in which votes came. A list of 100 artists takes 1.2 kB, a month of it less than 1 MB.
create table standing_hour (
	ranking_id integer not null references ranking,
	-- A full hour, or the end of the ranking. The row of the end holds the certified list once there is one.
	taken_at timestamptz not null,
	-- Listed artists with votes in rank order, and their tickets.
	artist_ids integer[] not null,
	tickets bigint[] not null,
	primary key (ranking_id, taken_at),
	check (cardinality(artist_ids) = cardinality(tickets))
);
grant select, insert, update on standing_hour to lightstick_app;

-- What is known of the past: the first of the snapshots of each hour, and the results.
insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
select ranking_id, date_trunc('hour', taken_at), array_agg(artist_id order by snapshot.tickets desc, artist_id),
	array_agg(snapshot.tickets order by snapshot.tickets desc, artist_id)
from (
	select *, min(taken_at) over (partition by ranking_id, date_trunc('hour', taken_at)) as first_at from standing_snapshot
) snapshot join ranking using (ranking_id) join ranking_entry entry using (ranking_id, artist_id)
where taken_at = first_at and snapshot.tickets > 0 and entry.hidden_at is null and date_trunc('hour', taken_at) > starts_at
group by ranking_id, taken_at;

insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
select ranking_id, ends_at, array_agg(artist_id order by rank), array_agg(tickets order by rank)
from ranking_result_entry final join ranking using (ranking_id)
where tickets > 0
	and revision = (select max(revision) from ranking_result result where result.ranking_id = final.ranking_id)
group by ranking_id, ends_at
on conflict (ranking_id, taken_at) do update set artist_ids = excluded.artist_ids, tickets = excluded.tickets;

-- The snapshots of every ten minutes serve the last days only: server/rankings/charts/derived-sql.ts deletes older ones.
create index standing_snapshot_taken on standing_snapshot (taken_at);
