-- How many shards the site has: see docs/decisions/0051-a-shard-is-a-group-of-buckets.md. One PostgreSQL has one.
-- contracts: 0.1.0 writes no value into the new column, and its default meets its check.

alter table installation
	-- A process reads it when it starts. Change it only while no process runs.
	add column shards smallint not null default 1 check (shards > 0);
-- Processes, and what closes rankings, ask for the number.
grant select on installation to lightstick_app;
