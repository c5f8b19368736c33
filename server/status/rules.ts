/** From measured values to "working", "slow" or "interrupted". Pure. */
import type { Health } from '#contract/status.ts';

/** A healthy chart is at most a second old. */
const CHART_SLOW_S = 10;
const VOTE_SLOW_MS = 2_000;
const LOG_SLOW_S = 60;
/** Shares of votes that fail by a fault of ours. */
const FAILED_SLOW = 0.01;
const FAILED_INTERRUPTED = 0.5;
/** A few that fail on a quiet morning are no interruption. */
const INTERRUPTED_FAILED_MIN = 10;

const ORDER: readonly Health[] = ['working', 'slow', 'interrupted'];

export const worst = (...all: Health[]): Health =>
	ORDER[Math.max(...all.map((one) => ORDER.indexOf(one)))] ?? 'working';

export function healthOfCharts(ageSeconds: number | null): Health {
	if (ageSeconds === null) return 'interrupted';
	return ageSeconds > CHART_SLOW_S ? 'slow' : 'working';
}

export interface VotingFacts {
	p99Ms: number | null;
	votes: number;
	failed: number;
	databaseAway: boolean;
}

export function healthOfVoting({ p99Ms, votes, failed, databaseAway }: VotingFacts): Health {
	const share = failed === 0 ? 0 : failed / (votes + failed);
	if (databaseAway || (share > FAILED_INTERRUPTED && failed >= INTERRUPTED_FAILED_MIN)) return 'interrupted';
	return share > FAILED_SLOW || (p99Ms ?? 0) > VOTE_SLOW_MS ? 'slow' : 'working';
}

export function healthOfLog(lagSeconds: number | null): Health {
	return lagSeconds === null || lagSeconds > LOG_SLOW_S ? 'slow' : 'working';
}
