/** A question to a database before the site starts, on a connection of its own. */
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { clientSettings } from './connect.ts';
import { PrimaryClient } from './primary/client.ts';
import { reasonOf } from './primary/primary.ts';
import { OF_CALLS } from './timeouts.ts';

/** Longer than a call waits: a start has time. */
const CONNECT_MS = 10_000;

/**
 * Runs `work` on a connection of the login that the address names.
 * @param name the variable that holds the address, for the sentence
 * @throws {StartRefused} if there is no connection
 */
export async function askOnce<Answer>(
	name: string,
	url: string,
	work: (client: PrimaryClient) => Promise<Answer>,
): Promise<Answer> {
	const timeouts = { ...OF_CALLS, connectMs: CONNECT_MS };
	const client = new PrimaryClient(clientSettings(url, { role: null, timeouts, pooled: true }));
	client.on('error', () => undefined);
	try {
		await client.connect().catch((error: unknown) => {
			throw new StartRefused(`${name}: no connection to the database ${describeDatabase(url)}: ${reasonOf(error)}`);
		});
		return await work(client);
	} finally {
		await client.end().catch(() => undefined);
	}
}
