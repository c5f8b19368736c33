/** Reads the connection strings of PostgreSQL, by asking the driver what it would do with them. */
import pg from 'pg';
import { isLoopbackHost } from './addresses.ts';
import type { Reader } from './reader.ts';

const EXAMPLE = 'postgresql://site@db.example/lightstick?sslmode=verify-full';

/** What follows such a sign of a password would be taken for servers and a database, which messages name. */
function hasStraySign(url: string): boolean {
	const [way = '', ...query] = url.split('?');
	const parameters = query.join('?').split('&');
	return (
		url.includes('#') ||
		way.split('/').slice(3).join().includes('@') ||
		parameters.some((one) => one.includes('@') && !/^(?:user|password)=/.test(one))
	);
}

/** One of `;/?:@&=+$,#` in a database's name. The driver would look for a database of that spelling, psql for the one that is meant. */
const UNREACHED = /^\w+:\/\/[^/?]*\/[^?]*%(?:2[346BCF]|3[ABDF]|40)/i;

/** Null if the variable is not set, or is no address. A fault never shows the value, which holds a password. */
export function readDatabaseUrl(reader: Reader, name: string): string | null {
	const url = reader.secret(name, EXAMPLE);
	if (url === null) return null;
	const refuse = (why: string) => {
		reader.refuse(`${name} ${why}`);
		return null;
	};
	if (!/^postgres(?:ql)?:\/\//.test(url)) return refuse(`must begin with postgresql://. Example: ${name}=${EXAMPLE}`);
	if (hasStraySign(url))
		return refuse('has a sign that ends the password too early: write @ as %40, / as %2F, ? as %3F, # as %23');
	if (UNREACHED.test(url)) return refuse('names a database with a sign that the driver leaves encoded: rename it');
	try {
		for (const address of addressesOf(url)) readByDriver(address);
		return url;
	} catch (error) {
		// The message names a missing certificate file or what is wrong with the servers, and never the address.
		const why = error instanceof Error ? error.message : 'unknown error';
		return refuse(`cannot be read: ${why}. Example: ${name}=${EXAMPLE}`);
	}
}

export const isPrivateConnection = (url: string): boolean => addressesOf(url).every(isPrivate);

function isPrivate(address: string): boolean {
	const { host, ssl } = readByDriver(address);
	if (host.startsWith('/') || isLoopbackHost(host)) return true;
	if (ssl === true) return true;
	if (typeof ssl !== 'object' || ssl === null) return false;
	const verifies = !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized !== false;
	return verifies && !('checkServerIdentity' in ssl);
}

export function describeDatabase(url: string): string {
	const servers = addressesOf(url).map(readByDriver);
	return `${servers[0]?.database} at ${servers.map(describeServer).join(', ')}`;
}

export const describeServer = ({ host, port }: { host: string; port: number }): string =>
	host.startsWith('/') ? host : `${host}:${port}`;

// The driver reads parameters of the address and PG… variables; a reading of our own would come to differ from it.
function readByDriver(url: string): { host: string; port: number; database: string; ssl: unknown } {
	const { host, port, database, ssl } = new pg.Client({ connectionString: url });
	return { host, port, database: database ?? '', ssl };
}

/** The message tells what is wrong, and shows nothing of the string: it holds a password. */
class HostsUnreadable extends Error {
	override name = 'HostsUnreadable';
}

/** Scheme, and everything up to the path: user and password, then the servers. */
const AUTHORITY = /^(postgres(?:ql)?:\/\/)([^/?#]*)/;

/**
 * Returns one connection string for each server, in their order: libpq takes several in one string, and the driver reads
 * one server only. A string with one server is returned as it is.
 * `//a:5432,b:5433/db` and `///db?host=/run/a,/run/b&port=5432,5433` are both understood.
 * @throws {HostsUnreadable}
 */
export function addressesOf(url: string): string[] {
	const [start, scheme = '', authority = ''] = AUTHORITY.exec(url) ?? [];
	if (start === undefined) return [url];
	const servers = authority.slice(authority.lastIndexOf('@') + 1);
	const head = scheme + authority.slice(0, authority.length - servers.length);
	const tail = url.slice(start.length);
	const query = tail.includes('?') ? new URLSearchParams(tail.slice(tail.indexOf('?') + 1)) : new URLSearchParams();
	const isListed = ['host', 'port'].some((name) => query.get(name)?.includes(','));
	if (!servers.includes(',')) return isListed ? fromParameters(url, query) : [url];
	if (query.has('host') || query.has('port'))
		throw new HostsUnreadable('it names servers before the database and again by "host" or "port": keep one of them');
	return expectNames(servers.split(',')).map((server) => readable(`${head}${server}${tail}`));
}

function fromParameters(url: string, query: URLSearchParams): string[] {
	const hosts = expectNames(query.get('host')?.split(',') ?? ['']);
	const ports = query.get('port')?.split(',') ?? [];
	if (ports.length > 1 && ports.length !== hosts.length)
		throw new HostsUnreadable(
			`it has ${hosts.length} servers and ${ports.length} ports: give one port for all, or one for each`,
		);
	const [base = ''] = url.split('?', 1);
	return hosts.map((host, index) => {
		const own = new URLSearchParams(query);
		own.set('host', host);
		const port = ports[index] ?? ports[0];
		if (port !== undefined) own.set('port', expectPort(port));
		return `${base}?${own.toString()}`;
	});
}

function expectNames(names: string[]): string[] {
	if (!names.some((name) => name.trim() === '' || name.startsWith(':'))) return names;
	throw new HostsUnreadable('a server between two commas has no name');
}

function expectPort(port: string): string {
	if (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536) return port;
	throw new HostsUnreadable('a port is not a number from 1 to 65535');
}

function readable(address: string): string {
	if (URL.canParse(address)) return address;
	throw new HostsUnreadable('the name or the port of a server cannot be read');
}
