-- A database that was restored to a moment may lack what the public logs have published since. They must not tell another
-- history under the same names, so they go on under new ones: a generation. See docs/operating/recovery.md.
-- contracts: 0.1.0 writes only kinds that the wider check takes, too.

create table log_generation (
	-- The first generation has no row.
	generation smallint primary key check (generation > 1),
	-- What was committed later is lost.
	restored_to timestamptz not null,
	begun_at timestamptz not null default lightstick_now()
);
grant select on log_generation to lightstick_app;

-- The anchor of a new generation tells where the logs of the one before have ended.
alter table anchor_leaf drop constraint anchor_leaf_kind_check;
alter table anchor_leaf add constraint anchor_leaf_kind_check
	check (kind in ('cp', 'result', 'supply', 'accounts', 'key', 'restored'));
