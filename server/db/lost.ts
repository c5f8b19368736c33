/** Whether an error says that the database is away: nothing is wrong with the request, and it may be tried again. */

// Connection exceptions, shutdown and start of the server, too many connections; then what the socket says.
const LOST = /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

export function isDatabaseLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	// The driver's own words where a connection ended under a statement.
	if (/^Connection terminated|^Client has encountered a connection error/.test(error.message)) return true;
	if (!('code' in error) || !LOST.test(String(error.code))) return false;
	// A file that is missing is something else than a socket that nobody listens to.
	return 'severity' in error || ('syscall' in error && /^(?:connect|read|write)$/.test(String(error.syscall)));
}
