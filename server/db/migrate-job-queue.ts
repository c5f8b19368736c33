/** The job queue's own tables, and the application role's rights on them. Runs with every migration. */
import { runMigrations } from 'graphile-worker';
import { LOCKS } from '#server/kernel/locks.ts';
import { openOwnerPool } from './open-pool.ts';

/** Connects as the owner. Several processes may do it at once: the library takes its own lock. */
export async function installJobQueue(url: string): Promise<void> {
	const pool = openOwnerPool(url);
	try {
		await runMigrations({ pgPool: pool, noHandleSignals: true });
		await pool.query(GRANTS);
	} finally {
		await pool.end();
	}
}

// The library enables row security without a policy, so that only the owner sees rows. The worker runs as the
// application's role, so this adds a policy for it to each table.
const GRANTS = `
do $$
declare
	private_table record;
begin
	perform pg_advisory_xact_lock(${LOCKS.jobQueueGrants});
	grant usage on schema graphile_worker to lightstick_app;
	grant select, insert, update, delete on all tables in schema graphile_worker to lightstick_app;
	grant usage on all sequences in schema graphile_worker to lightstick_app;
	grant execute on all functions in schema graphile_worker to lightstick_app;
	for private_table in
		select oid::regclass as name from pg_class
		where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
			and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'lightstick_app')
	loop
		execute format('create policy lightstick_app on %s to lightstick_app using (true) with check (true)', private_table.name);
	end loop;
end
$$`;
