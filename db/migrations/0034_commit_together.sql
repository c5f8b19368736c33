-- Makes a commit one of two phases on a distributed database: see docs/decisions/0056-commits-in-two-places.md.
-- contracts: 0.1.0 reads and writes nothing of it.

-- Never has a row. `npm run distribute` puts it under Citus, as a table of the coordinator.
create table commit_together (
	id smallint primary key
);
grant select, delete on commit_together to lightstick_app;
