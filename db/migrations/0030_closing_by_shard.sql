-- A ranking is closed and paused shard by shard: each shard has a row of the ranking's terms, and keeps when it was closed.
-- contracts: 0.1.0 writes ranking_terms by refresh_ranking_terms alone, which is replaced with this file, and no key of it
-- is used by name.
-- locks: ranking_terms has a row for each ranking and shard

alter table ranking_terms
	add column shard smallint not null default 0,
	-- The time at which the shard was closed, by the clock of the server that has its votes, under the ranking's lock. Null
	-- while it is open, and if 0.1.0 closed it.
	add column closed_at timestamptz,
	-- That server, as its clients reach it.
	add column closed_by text,
	-- Since when the shard takes no votes, while a pause of the ranking is not written yet.
	add column stopped_at timestamptz,
	-- End of the last pause. A batch whose clock was read before takes no vote.
	add column resumed_at timestamptz,
	drop constraint ranking_terms_pkey,
	drop constraint ranking_terms_ranking_key_key,
	add primary key (ranking_id, shard),
	add unique (ranking_key, shard);

-- Which clock decided the end of a ranking in each shard. Written with ranking_closing, when all shards are closed.
create table ranking_closing_shard (
	ranking_id integer not null references ranking,
	shard smallint not null,
	closed_at timestamptz not null,
	closed_by text not null,
	primary key (ranking_id, shard)
);
-- Append-only: no update, no delete.
grant select, insert on ranking_closing_shard to lightstick_app;
