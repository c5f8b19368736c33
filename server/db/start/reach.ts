/** Asks a database once whether the site can use it, so that a start fails with a sentence and not with a socket's code. */
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { askOnce } from './ask-once.ts';

/** Major version: `cast_votes` returns rows as they were before an update. */
const VERSION_MIN = 18;

export interface Facts {
	/** As in `18.4`. */
	version: string;
	standby: boolean;
}

/**
 * Checks that the database answers, is of a version that we can use, and takes writes.
 * @param name the variable that holds the address
 * @throws {StartRefused}
 */
export async function expectDatabase(name: string, url: string): Promise<void> {
	const facts = await askOnce(name, url, async (client) => (await client.query<Facts>(SELECT_FACTS)).rows[0]);
	const fault = facts && faultOf(facts);
	if (fault) throw new StartRefused(`${name}: the database ${describeDatabase(url)} ${fault}`);
}

/** What is wrong and what to do, as the end of a sentence; null for a database that we can use. */
export function faultOf({ version, standby }: Facts): string | null {
	if (Number.parseInt(version, 10) < VERSION_MIN) {
		return `is PostgreSQL ${version}, and Lightstick needs ${VERSION_MIN} or later: upgrade the server, or name another one`;
	}
	if (standby) {
		return 'is a standby, which only reads: name the primary, or all servers divided by commas (postgresql://…@a:5432,b:5432/…), and the site finds the primary by itself';
	}
	return null;
}

const SELECT_FACTS = `select current_setting('server_version') as version, pg_is_in_recovery() as standby`;
