/** The public logs of rankings, as operators see them: how far they are, and what keeps them from going on. */
import * as z from 'zod/mini';
import { count, epochSeconds, limit, rankingKey } from '../../values/shapes.ts';
import { cursor, placeInList, read } from '../shapes.ts';

/** Reasons for which a log halts: nothing more is signed before a person has looked. */
export const haltReason = z.enum([
	'set_back',
	'checkpoint_unreadable',
	'tile_differs',
	'tile_damaged',
	'leaves_missing',
]);
export type HaltReason = z.output<typeof haltReason>;

/** `failing`: the log goes on by itself as soon as its store or the database answers again. */
export const logFault = z.enum([...haltReason.options, 'failing']);
export type LogFault = z.output<typeof logFault>;

/** All logs together. */
export const voteLogHealth = z.object({
	/** True if a process runs the logs at this moment. */
	running: z.boolean(),
	/** True if a process runs the logs, and entries wait although the last checkpoint is more than a minute old. */
	behind: z.boolean(),
	/** Entries under a signed checkpoint, and committed entries that no checkpoint covers yet. */
	entries: count,
	unpublished: count,
	/** Number of logs with a fault. */
	faults: count,
	/** The latest checkpoint of all logs. Null if there is none. */
	last_checkpoint_time: z.nullable(epochSeconds),
});
export type VoteLogHealth = z.output<typeof voteLogHealth>;

export const voteLog = z.object({
	ranking_key: rankingKey,
	title: z.string(),
	/**
	 * `none`: nothing has been logged. `current`: everything is published. `publishing`: new entries are being published.
	 * `behind`: entries wait although the last checkpoint is more than a minute old. `stopped`: entries wait, and no process
	 * runs the logs. `failing` and `halted`: see `fault`.
	 */
	state: z.enum(['none', 'current', 'publishing', 'behind', 'stopped', 'failing', 'halted']),
	/** Entries under the last checkpoint, and committed ones that it does not cover. */
	entries: count,
	unpublished: count,
	last_checkpoint_time: z.nullable(epochSeconds),
	/** True if the log holds the close of voting, and the result. */
	closed: z.boolean(),
	certified: z.boolean(),
	fault: z.nullable(
		z.object({
			reason: logFault,
			since_time: epochSeconds,
			/** The program's own words. */
			detail: z.string(),
		}),
	),
	/** Public address of the log. */
	url: z.string(),
});
export type VoteLog = z.output<typeof voteLog>;

export const listVoteLogs = read({
	path: '/console/vote-logs',
	summary: 'The public log of each ranking that has begun, latest first. Logs with a fault come before all others',
	query: z.object({ cursor: placeInList, limit: limit(50) }),
	reply: z.object({ time: epochSeconds, health: voteLogHealth, list: z.array(voteLog), cursor }),
});
