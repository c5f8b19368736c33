/** The state of a log. Pure: facts in, decision out. */
import type { LogFault, VoteLog } from '#contract/operator/voting/vote-logs.ts';

export interface LogFacts {
	exists: boolean;
	fault: LogFault | null;
	/** Committed entries that no checkpoint covers. */
	unpublished: number;
	/** True if a process runs the logs. */
	running: boolean;
}

export function stateOf({ exists, fault, unpublished, running }: LogFacts): VoteLog['state'] {
	if (fault !== null) return fault === 'failing' ? 'failing' : 'halted';
	if (unpublished > 0) return running ? 'publishing' : 'stopped';
	return exists ? 'current' : 'none';
}
