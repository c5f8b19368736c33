/** Asks a database once whether it answers, so that a start fails with a sentence and not with a socket's code. */
import pg from 'pg';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';

const TIMEOUT_MS = 10_000;

/** @param name the variable that holds the address @throws {StartRefused} */
export async function expectDatabase(name: string, url: string): Promise<void> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
	client.on('error', () => undefined);
	try {
		await client.connect();
	} catch (error) {
		throw new StartRefused(`${name}: no connection to the database ${describeDatabase(url)}: ${reasonOf(error)}`);
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** A name with several addresses fails with several errors and a message of none. */
function reasonOf(error: unknown): string {
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	return first instanceof Error ? first.message : 'unknown error';
}
