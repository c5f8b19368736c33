/** A connection of one's own, beside the pool. */
import type pg from 'pg';
import type { Connection, Statement } from '#server/kernel/database.ts';
import { clientSettings, type ConnectionOptions } from './connect.ts';
import { PrimaryClient } from './primary/client.ts';
import { types } from './result-types.ts';
import { verifyConnection } from './verify.ts';

export function openConnection(url: string, options: ConnectionOptions): Connection {
	const client = new PrimaryClient({ ...clientSettings(url, options), types, pipeline: true });
	// Statements in flight fail with the connection. This listener only keeps the event from ending the process.
	client.on('error', () => undefined);
	const { stream } = client.connection;
	let flying = false;
	/** Statements sent in one go leave in one packet: a call of the operating system costs more than a small statement. */
	function holdFlight(): void {
		if (flying) return;
		flying = true;
		stream.cork();
		process.nextTick(() => {
			flying = false;
			stream.uncork();
		});
	}
	return {
		async connect() {
			await client.connect();
			if (options.role) await verifyConnection(client, options);
		},
		end: () => client.end().catch(() => undefined),
		query(statement) {
			holdFlight();
			return send(client, statement);
		},
	};
}

export async function send<Row extends pg.QueryResultRow>(
	to: { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> },
	statement: Statement,
): Promise<Row[]> {
	return (await to.query(statement)).rows;
}
