/** Reads the connection strings of PostgreSQL, by asking the driver what it would do with them. */
import pg from 'pg';
import { isLoopbackHost } from './addresses.ts';
import { addressesOf } from './hosts.ts';
import type { Reader } from './reader.ts';

const EXAMPLE = 'postgresql://site@db.example/lightstick?sslmode=verify-full';

/** Null if the variable is not set, or is no address. A fault never shows the value, which holds a password. */
export function readDatabaseUrl(reader: Reader, name: string): string | null {
	const url = reader.secret(name, EXAMPLE);
	if (url === null) return null;
	if (!/^postgres(?:ql)?:\/\//.test(url)) {
		reader.refuse(`${name} must begin with postgresql://. Example: ${name}=${EXAMPLE}`);
		return null;
	}
	try {
		for (const address of addressesOf(url)) readByDriver(address);
		return url;
	} catch (error) {
		// The message names a missing certificate file or what is wrong with the servers, and never the address.
		const why = error instanceof Error ? error.message : 'unknown error';
		reader.refuse(`${name} cannot be read: ${why}. Example: ${name}=${EXAMPLE}`);
		return null;
	}
}

/** Returns true if database traffic stays on this machine, or is encrypted to a server that proves its name. */
export function isPrivateConnection(url: string): boolean {
	return addressesOf(url).every(isPrivate);
}

function isPrivate(address: string): boolean {
	const { host, ssl } = readByDriver(address);
	if (host.startsWith('/') || isLoopbackHost(host)) return true;
	if (ssl === true) return true;
	if (typeof ssl !== 'object' || ssl === null) return false;
	const verifies = !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized !== false;
	return verifies && !('checkServerIdentity' in ssl);
}

/** Hosts, ports and database, without user and password. */
export function describeDatabase(url: string): string {
	const servers = addressesOf(url).map(readByDriver);
	return `${servers[0]?.database} at ${servers.map(describeServer).join(', ')}`;
}

export function describeServer({ host, port }: { host: string; port: number }): string {
	return host.startsWith('/') ? host : `${host}:${port}`;
}

// The driver reads parameters of the address and PG… variables; a reading of our own would come to differ from it.
function readByDriver(url: string): { host: string; port: number; database: string; ssl: unknown } {
	const { host, port, database, ssl } = new pg.Client({ connectionString: url });
	return { host, port, database: database ?? '', ssl };
}
