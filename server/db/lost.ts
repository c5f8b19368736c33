/** Tells errors of an unavailable or silent database: the request itself is fine and may be retried. */
import { setTimeout as wait } from 'node:timers/promises';

// Connection exceptions, start and shutdown, too many connections, too long a silence; then what the socket says.
const LOST =
	/^(?:08...|57P0[1235]|53300|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_\w+|ENOTFOUND)$/;
// What Node says of a server that cannot prove who it is: its certificate has expired, or is another's.
const UNPROVEN =
	/^(?:CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|INVALID_CA|PATH_LENGTH_EXCEEDED|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;
// The driver's own words where a connection ended under a statement, was not answered, or could not be had in time.
const LOST_WORDS =
	/^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/;
// Full disk or memory, read only, statements ended for their length, long locks, and deadlocks.
const UNABLE = /^(?:53...|25006|57014|55P03|40001|40P01)$/;

/** The connection would have led to a standby, or no server is the primary at this moment. Nothing was sent. */
export class NotPrimary extends Error {
	override name = 'NotPrimary';
}

export function isDatabaseLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof NotPrimary) return true;
	if (LOST_WORDS.test(error.message)) return true;
	if (!('code' in error)) return false;
	if (UNPROVEN.test(String(error.code))) return true;
	if (!LOST.test(String(error.code))) return false;
	// A file that is missing is something else than a socket that nobody listens to.
	return (
		'severity' in error || ('syscall' in error && /^(?:connect|read|write|getaddrinfo)$/.test(String(error.syscall)))
	);
}

/** The database is lost, or cannot do it at this moment. */
export function isDatabaseUnable(error: unknown): boolean {
	if (isDatabaseLost(error)) return true;
	return error instanceof Error && 'severity' in error && 'code' in error && UNABLE.test(String(error.code));
}

/** A broken connection costs nothing but the next one. A failover takes seconds, which callers wait out by themselves. */
const PAUSES_MS = [20, 100, 400];
/** A server that fails after a longer time is silent, and would be silent again: its callers wait for one timeout only. */
const SILENT_MS = 1_000;

/** Only for work that may be done twice: the first time may have succeeded without our hearing of it. */
export async function againIfLost<Result>(work: () => Promise<Result>): Promise<Result> {
	const begunAt = performance.now();
	for (const pause of PAUSES_MS) {
		try {
			return await work();
		} catch (error) {
			if (!isDatabaseLost(error) || performance.now() - begunAt > SILENT_MS) throw error;
			await wait(pause);
		}
	}
	return work();
}
