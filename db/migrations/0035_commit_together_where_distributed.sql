-- A site that was distributed before commits were of two phases gets them: see docs/decisions/0056-commits-in-two-places.md.
-- contracts: 0.1.0 keeps all it uses: on one server this does nothing, and on a cluster nothing is taken away.

do $$ begin
	-- Half distributed, it gets them by `npm run distribute`. The second question can only be asked where Citus is.
	if (select cardinality(shard_keys) = shards from installation) then
		if not exists (select from pg_dist_partition where logicalrelid = 'commit_together'::regclass) then
			perform citus_add_local_table_to_metadata('commit_together');
		end if;
	end if;
end $$;
