-- What a distributed database needs beside the tables of one server: see docs/decisions/0053-shard-functions-on-citus.md.
-- contracts: 0.1.0 writes no value into the new columns, and their defaults meet what reads them.

-- The column by which rows without a fan are placed on a distributed database: the key of a shard. On one server it places
-- nothing.
alter table tally add column shard smallint not null default 0;
alter table tally_slot add column shard smallint not null default 0;
alter table log_batch add column shard smallint not null default 0;

alter table installation
	-- On a distributed database, the key of each shard: the bucket of all its fans. Null on one server. `npm run distribute`
	-- writes it.
	add column shard_keys smallint[];

-- The artists of a ranking who can be voted for, in each shard. Triggers keep it, as they keep ranking_terms.
create table ranking_terms_artist (
	ranking_id integer not null,
	artist_id integer not null,
	shard smallint not null,
	primary key (ranking_id, artist_id, shard)
);
grant select, insert, delete on ranking_terms_artist to lightstick_app;
insert into ranking_terms_artist (ranking_id, artist_id, shard)
	select ranking_id, artist_id, shard from ranking_entry join ranking_terms using (ranking_id) where hidden_at is null;

-- What `npm run distribute` has done. A step is written in the transaction that does it.
create table distribution_step (
	step text primary key,
	done_at timestamptz not null default lightstick_now()
);
grant select on distribution_step to lightstick_app;
