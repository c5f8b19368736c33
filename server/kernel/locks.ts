/**
 * All advisory locks of the site. A lock is one number, a pair of numbers, or a name that is hashed. Two meanings of one
 * number would wait for each other, so every number stands here.
 */
import type { Tx } from './database.ts';

export const LOCKS = {
	/** Starts of a process: one migrates, the others wait. */
	migration: 4_015_701,
	/** Grants on the job queue's tables. */
	jobQueueGrants: 4_015_702,
	/** With the hash of a ranking's key. `cast_votes` contains the number, too. See server/rankings/closing/lock.ts. */
	ranking: 4_015_703,
	/** With the number of a slot of the tallies. */
	tallySlot: 4_015_704,
	/** With a ranking's id: one operator opens, drops or decides its cases at a time. */
	rankingCases: 4_015_705,
	/** With the hash of a job runner's name: held while the runner lives. */
	jobRunner: 4_015_706,
	/** Held by the process that publishes the public logs. */
	voteLogLeader: 4_015_707,
	/** Held by the process that sums the standings. */
	standingsLeader: 4_015_708,
	/** With a random number: tells whether two addresses lead to one database. */
	sameDatabase: 4_015_709,
	/** Shared by the processes that use an embedded database: the last one stops it. */
	embeddedUsers: 4_015_710,
	/** One process at a time records what the clock has published. */
	scheduled: 4_015_711,
} as const;

export const LOCK_NAMES = {
	/** Changes of the list of operators. */
	operators: 'operators',
	/** Sums of a day that a bound is compared with: of one operator, or of all new ones. */
	boundOf: (operatorId: number) => `operator ${operatorId}`,
	boundOfNewOperators: 'new operators',
	/** Sign-ins of one person, and of one email address, in lower case behind the name: neither may become two fans. */
	identity: (provider: string, subject: string) => `identity:${provider}:${subject}`,
	loginEmail: 'login-email:',
	/** The kept sums of a fan's own votes. */
	ownVotes: (fanId: number) => `own_votes ${fanId}`,
} as const;

/** SQL expression: the number of the lock that has this name, given as an SQL expression. */
export const lockNumber = (name: string) => `hashtextextended(${name}, 0)`;

export async function lockByName(tx: Tx, name: string): Promise<void> {
	await tx.query({ text: `select pg_advisory_xact_lock(${lockNumber('$1')})`, values: [name] });
}
