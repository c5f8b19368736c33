/**
 * Chooses one of all processes for work that only one should do. The leader holds an advisory lock on a connection of its
 * own: the lock goes with the connection, however the process ends, and another takes over. A leader that was paused may
 * wake up after another one took over. So the lock only saves work, and what the leader writes has to be safe without it.
 */
import { sql, one, type Connection, type Database } from '#server/kernel/database.ts';

/** Returns the connection that holds the lock, or null if another process leads. */
export async function becomeLeader(db: Pick<Database, 'connection'>, lock: number): Promise<Connection | null> {
	const connection = db.connection();
	try {
		await connection.connect();
		const { leads } = await one<{ leads: boolean }>(connection, sql`select pg_try_advisory_lock(${lock}) as leads`);
		if (leads) return connection;
	} catch (error) {
		await connection.end();
		throw error;
	}
	await connection.end();
	return null;
}
