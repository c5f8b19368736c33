/** Checks after the migrations that a connection is the application's own, so that a start says so in a sentence. */
import { StartRefused } from '#server/config/refused.ts';
import { APP_ROLE } from '../connect.ts';
import { openPool } from '../open-pool.ts';
import { reasonOf } from '../primary/ask.ts';
import { OF_CALLS } from '../timeouts.ts';

/**
 * @param name the variable that holds the address
 * @param pooled true through a transaction pooler
 * @throws {StartRefused} if the login is not, and cannot become, the application's role
 */
export async function expectAppLogin(name: string, url: string, pooled: boolean): Promise<void> {
	const pool = openPool(url, { role: APP_ROLE, timeouts: OF_CALLS, pooled }, 1);
	try {
		await pool.query('select');
	} catch (error) {
		throw new StartRefused(`${name}: ${reasonOf(error)}${isDenied(error) ? ADVICE : ''}`);
	} finally {
		await pool.end();
	}
}

const ADVICE = `. Its login must be in that role: let the owner run "grant ${APP_ROLE} to …"`;

/** insufficient_privilege, or a role that does not exist. */
const isDenied = (error: unknown) =>
	error instanceof Error && 'code' in error && /^(?:42501|22023)$/.test(String(error.code));
