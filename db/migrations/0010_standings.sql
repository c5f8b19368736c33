-- What is counted of a ranking, in numbers that compare on every process and every replica, and its sums.

-- How many batches have changed the tallies of a slot. A batch raises the counter of its slot in its own transaction and
-- keeps the row locked until it commits, so that a smaller number is never committed after a larger one.
create table tally_slot (
	ranking_id integer not null,
	slot smallint not null,
	batches bigint not null,
	primary key (ranking_id, slot)
) with (fillfactor = 20);
grant select, insert, update on tally_slot to lightstick_app;

insert into tally_slot (ranking_id, slot, batches) select distinct ranking_id, slot, 1 from tally;

-- The sums of a ranking's tallies. One process sums for all: see server/rankings/standings/. Everything here is from one
-- snapshot of the database.
create table standing (
	-- No foreign key: it would make the sums of all rankings wait for an operator who edits one.
	ranking_id integer primary key,
	-- The counters of `tally_slot` that the sums include, as a chart shows them: "3.1842,5.88".
	version text not null,
	-- What the counters add up to: it grows with every change, so that an older sum never replaces a newer one.
	batches bigint not null,
	-- One element per artist with votes, also if it is hidden.
	artist_ids integer[] not null,
	tickets bigint[] not null,
	-- Time of the artist's last vote, in epoch milliseconds.
	reached_at bigint[] not null,
	total bigint not null,
	-- Leaves of the ranking's log. Null without a log.
	log_size bigint,
	summed_at timestamptz not null
);
grant select, insert, update on standing to lightstick_app;
