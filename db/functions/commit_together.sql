-- Every transaction calls it last, before it commits. On a distributed database, Citus commits on the worker first and then
-- here, where a transaction has written on one worker only: what it wrote in plain tables is nothing that Citus knows of. A
-- coordinator that dies between the two, or whose own commit fails, would keep the worker's half. A write to a table of the
-- coordinator that Citus knows makes it prepare the worker's half first. See docs/decisions/0056-commits-in-two-places.md.
create or replace function commit_together() returns void language plpgsql as $$
begin
	-- Without an id it has written nothing here. A standby has none to give.
	if pg_current_xact_id_if_assigned() is not null then
		-- The table is empty, and stays so.
		delete from commit_together;
	end if;
end
$$;
