/**
 * Imported first, prints why a start or a command ended as one plain line: that it was refused, or what this machine or the
 * database has no room or no right for. Anything unexpected keeps its stack. Either way the process ends.
 */
import { basename } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import { isDatabaseLost } from '#server/db/lost.ts';

/** By the code of the system, with what it refused, or of PostgreSQL. Node makes ENOENT of a folder on a read-only disk. */
const REMEDIES: readonly [RegExp, string][] = [
	[
		/^(?:EACCES|EPERM|EROFS|EEXIST|ENOTDIR|EISDIR|ENOTEMPTY|ELOOP|ENAMETOOLONG|ENOENT mkdir)\b/,
		'start it as a user who may, or name folders of your own in LIGHTSTICK_DATA and TMPDIR',
	],
	[/^(?:ENOSPC|EDQUOT|53100)\b/, 'make room on that disk, and start again'],
	[/^(?:EMFILE|ENFILE|EAGAIN|ENOMEM|53\d00)\b/, 'raise that limit (ulimit, or max_connections of PostgreSQL)'],
	// A library that could not load its native part says the code in its message only.
	[
		/\bERR_(?:ACCESS_DENIED|DLOPEN_DISABLED|REQUIRE_ESM)\b|Code generation from strings|not extensible$/,
		'start Node without the options that take this away (NODE_OPTIONS)',
	],
];

// Files that their owner may not read, by a umask such as 0277, would end the next step.
process.umask(process.umask() & 0o077);

// As "| head" ends. Otherwise it would be taken for the end of the database.
process.stdout.on('error', ({ message }: Error) => {
	console.error(`Nobody reads this output any more: ${message}`);
	process.exit(1);
});

process.on('uncaughtException', (error) => {
	const { code = '', syscall = '', message }: NodeJS.ErrnoException = error;
	const [, remedy] = REMEDIES.find(([codes]) => codes.test(`${code} ${syscall} ${message}`)) ?? [];
	const why = remedy ?? (isDatabaseLost(error) ? 'the database went away, and its log says why' : null);
	const plain = why === null ? error : `${message.split('\n', 1)[0]}: ${why}`;
	console.error(error instanceof StartRefused ? error.message : plain);
	process.exit(1);
});

// As npm's own commands are written; only npm takes it away.
if (process.argv[2] === '--') process.argv.splice(2, 1);

/** Words of commands that would else do their work when they are asked a question: `npm run migrate -- --help`. */
const WORDS: Partial<Record<string, readonly string[]>> = {
	audit: ['--acknowledge'],
	doctor: [],
	migrate: [],
	'push-keys': [],
	'rotate-log-key': [],
	seed: [],
	serve: [],
	start: ['--still'],
};
const command = basename(process.argv[1] ?? '', '.ts');
const known = WORDS[command];
const unknown = known && process.argv.slice(2).find((word) => !known.includes(word));
if (unknown !== undefined)
	throw new StartRefused(`${command} takes ${known?.join() || 'no words'}, and was given ${unknown}: nothing was done`);
