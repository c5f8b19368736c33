/** Reads the addresses of the replicas. */
import { acceptsDatabaseUrl } from './database.ts';
import type { Reader } from './reader.ts';

const NAME = 'DATABASE_REPLICA_URL';
const EXAMPLE = 'postgresql://site@replica.example/lightstick?sslmode=verify-full';
/** Each process keeps connections to all of them. */
const REPLICAS_MAX = 8;
/** White space, or a comma that another address follows: an address may hold commas itself. */
const BETWEEN = /[\s,]+(?=postgres(?:ql)?:\/\/)/;

export function readReplicaUrls(reader: Reader, databaseUrl: string | null): string[] {
	const urls = reader.secret(NAME, EXAMPLE)?.split(BETWEEN) ?? [];
	if (urls.length === 0) return [];
	if (databaseUrl === null) {
		reader.refuse(`${NAME} is set without DATABASE_URL: a replica follows a database of your own`);
		return [];
	}
	if (urls.length > REPLICAS_MAX) {
		reader.refuse(`${NAME} names ${urls.length} replicas, and ${REPLICAS_MAX} at most can be read`);
		return [];
	}
	return urls.filter((url) => acceptsDatabaseUrl(reader, NAME, url));
}
