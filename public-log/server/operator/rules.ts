/** The state of a log. Pure: facts in, decision out. */
import type { LogFault, VoteLog } from '#contract/operator/voting/vote-logs.ts';

export interface LogFacts {
	exists: boolean;
	fault: LogFault | null;
	/** Committed entries that no checkpoint covers. */
	unpublished: number;
	/** True if a process runs the logs. */
	running: boolean;
	/** Seconds since the last checkpoint; null if there is none. */
	age: number | null;
}

/** A run takes less than a second. */
const BEHIND_SECONDS = 60;

export function isBehind({ unpublished, running, age }: Omit<LogFacts, 'exists' | 'fault'>): boolean {
	return running && unpublished > 0 && (age === null || age > BEHIND_SECONDS);
}

export function stateOf({ exists, fault, ...facts }: LogFacts): VoteLog['state'] {
	if (fault !== null) return fault === 'failing' ? 'failing' : 'halted';
	if (isBehind(facts)) return 'behind';
	if (facts.unpublished > 0) return facts.running ? 'publishing' : 'stopped';
	return exists ? 'current' : 'none';
}
