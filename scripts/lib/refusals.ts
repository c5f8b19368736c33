/**
 * Imported first, prints why a start or a command ended as one plain line: that it was refused, or what this machine or the
 * database has no room or no right for. Anything unexpected keeps its stack. Either way the process ends.
 */
import { StartRefused } from '#server/config/refused.ts';

const NOT_OURS = 'start it as a user who may, or name folders of your own in LIGHTSTICK_DATA and TMPDIR';
const NO_ROOM = 'make room there, and start again';
const REMEDIES: Record<string, string> = {
	EACCES: NOT_OURS,
	EPERM: NOT_OURS,
	EROFS: NOT_OURS,
	EEXIST: NOT_OURS,
	ENOTDIR: NOT_OURS,
	EISDIR: NOT_OURS,
	ELOOP: NOT_OURS,
	ENAMETOOLONG: NOT_OURS,
	ENOSPC: NO_ROOM,
	EDQUOT: NO_ROOM,
	ENOMEM: 'give it more memory',
	EMFILE: 'raise the limit of open files (ulimit -n)',
	ENFILE: 'raise the limit of open files of this machine',
	EAGAIN: 'raise the limit of processes (ulimit -u)',
	// PostgreSQL's own.
	'53100': 'make room on the disk of the database, and start again',
	'53200': 'give the database more memory',
	'53300': 'raise max_connections of the database',
};

/** Null for what nobody expected. */
export function plainReason(error: unknown): string | null {
	if (error instanceof StartRefused) return error.message;
	if (!(error instanceof Error) || !('code' in error)) return null;
	const remedy = REMEDIES[String(error.code)];
	return remedy === undefined ? null : `${error.message}: ${remedy}`;
}

process.on('uncaughtException', (error) => {
	console.error(plainReason(error) ?? error);
	process.exit(1);
});
