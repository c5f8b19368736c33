/** Opens connections with the application's role, whatever the URL says, and with a timeout for every wait. */
import { addressesOf } from '#server/config/hosts.ts';
import type { PrimaryConfig } from './primary/client.ts';
import { primaryOf } from './primary/primary.ts';
import type { Timeouts } from './timeouts.ts';

export const APP_ROLE = 'lightstick_app';

/** A cut line is noticed by either side within about this time, also where nothing is being said. */
const KEEP_ALIVE_S = 5;

export interface ConnectionOptions {
	/** Null means the role that the URL names, for migrations and tests. */
	role: string | null;
	timeouts: Timeouts;
	/** True through a transaction pooler: nothing is set when the connection begins, the login's own settings count. */
	pooled?: boolean;
}

/** Returns settings for the driver. The `options` of the URL stay, and ours follow them. */
export function clientSettings(url: string, { role, timeouts, pooled = false }: ConnectionOptions): PrimaryConfig {
	// Of several servers, the client is told the right one when it connects.
	const { connectionString, options } = takeOptions(addressesOf(url)[0] ?? url);
	const ofBoth: PrimaryConfig = {
		connectionString,
		primary: primaryOf(url),
		connectionTimeoutMillis: timeouts.connectMs,
		query_timeout: timeouts.answerMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1_000,
	};
	if (pooled) return ofBoth;
	const ours = {
		...(role ? { role } : {}),
		// The books rely on these settings. Set them here, because the server's or the role's own settings may differ.
		default_transaction_isolation: 'read\\ committed',
		tcp_keepalives_idle: KEEP_ALIVE_S,
		tcp_keepalives_interval: KEEP_ALIVE_S,
		tcp_keepalives_count: 2,
		tcp_user_timeout: 2 * KEEP_ALIVE_S * 1_000,
	};
	const said = Object.entries(ours).map(([name, value]) => `-c ${name}=${value}`);
	return {
		...ofBoth,
		options: [...options, ...said].join(' '),
		statement_timeout: timeouts.statementMs,
		lock_timeout: timeouts.lockMs,
		idle_in_transaction_session_timeout: timeouts.silenceMs,
	};
}

/** The driver lets the address's `options` replace all others, our role among them: they are taken out and put in front. */
function takeOptions(url: string): { connectionString: string; options: string[] } {
	if (!URL.canParse(url)) return { connectionString: url, options: [] };
	const address = new URL(url);
	const options = address.searchParams.getAll('options');
	address.searchParams.delete('options');
	return { connectionString: options.length > 0 ? address.href : url, options };
}
