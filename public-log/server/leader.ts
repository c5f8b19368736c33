/**
 * Runs the sequencer and the publisher in one of all processes. The leader's lock saves work; it is not what keeps the
 * log right: see sequencing/sequencer.ts and publisher.ts.
 */
import { runAsLeader } from '#server/db/leader.ts';
import { type Connection, type Db, LOCKS } from '#server/kernel/database.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { growAnchor } from './anchor/anchor.ts';
import { SupplyUnbalanced } from './anchor/anchor.ts';
import { LogHalted } from './guards.ts';
import { publishGrown, type PublisherDeps, type RunnerLog } from './publisher.ts';
import type { RankingFault } from './sequencing/ranking-leaves.ts';
import { sequenceNow } from './sequencing/sequencer.ts';
import { keepFault } from './sql.ts';
import { paceRounds, type WitnessDeps } from './witnesses/rounds.ts';

/**
 * Between two runs, after an error, and between two tries to become the leader. A run costs more than the votes in it: twice
 * as many runs would take a fiftieth of two cores, and a vote would be under a checkpoint a quarter of a second sooner.
 */
const PAUSES = { runMs: 500, failedMs: 1_000, waitingMs: 2_000, witnessesMs: 60_000 };

export type LogRunner = ReturnType<typeof runVoteLog>;

export interface LogRunnerDeps extends PublisherDeps, WitnessDeps {
	log: RunnerLog;
	/** Called after every step with what it stands still for. */
	onFault?: (fault: string | null) => void;
}

export function runVoteLog(deps: LogRunnerDeps, pauses = PAUSES) {
	let fault: string | null = null;
	let unbalanced: string | null = null;
	let hasJustFailed = false;
	/** The anchor has grown, and the next run publishes it. */
	let isAnchorNew = false;
	const rounds = paceRounds(deps, pauses.witnessesMs);

	function setFault(next: string | null): void {
		fault = next;
		deps.onFault?.(next ?? unbalanced);
	}

	async function step(leading: Connection | null): Promise<number> {
		if (!leading) {
			// Just after a fault, the lock may still be this process's own.
			if (!hasJustFailed) setFault(null);
			hasJustFailed = false;
			return pauses.waitingMs;
		}
		// The lock may have gone with its connection.
		await leading.query({ text: 'select' });
		const { faults } = await sequenceNow(deps.db);
		let more = false;
		const publish = async () => void (more = await publishGrown(deps));
		const isPublished = isAnchorNew;
		const anchor = async () => void (isAnchorNew = await tryAnchor());
		const askWitnesses = async () => rounds.start(isPublished);
		// None holds up the others. The anchor tells what is published by then.
		const tell = async () => {
			if (faults[0]) throw await keepLeafFault(deps.db, faults[0]);
		};
		await runAllSettled([publish, anchor, askWitnesses, tell], (work) => work());
		hasJustFailed = false;
		setFault(null);
		return more || isAnchorNew ? 0 : pauses.runMs;
	}

	/** Returns true if the anchor has grown. A supply that does not add up stays a fault until one does. */
	async function tryAnchor(): Promise<boolean> {
		try {
			const grown = await growAnchor(deps);
			if (grown !== null) unbalanced = null;
			return grown === true;
		} catch (error) {
			if (!(error instanceof SupplyUnbalanced)) throw error;
			if (unbalanced === null) deps.log.error({ err: error }, 'the supply of gems is not published');
			unbalanced = error.message;
			return false;
		}
	}

	function failed(error: unknown): void {
		hasJustFailed = true;
		const halted = error instanceof LogHalted;
		if (fault === null) deps.log[halted ? 'error' : 'warn']({ err: error }, 'the vote log could not go on');
		setFault(halted ? error.message : 'The vote log is behind');
	}

	const { failedMs } = pauses;
	const runner = runAsLeader(deps.db, LOCKS.voteLogLeader, { step, failed, failedMs });
	return {
		/** Publishes what is under way, then lets go of the lock. */
		async stop() {
			await Promise.all([runner.stop(), rounds.stop()]);
		},
		/** Describes why the log stands still, or null. */
		fault: () => fault ?? unbalanced,
	};
}

/** Any machine may show the console: the database tells it which log waits for a leaf that cannot be written. */
async function keepLeafFault(db: Db, { rankingId, rankingKey, error }: RankingFault): Promise<Error> {
	const told = new Error(`The log of ${rankingKey} waits: its next leaf cannot be written`, { cause: error });
	await keepFault(db, rankingId, 'failing', String(error));
	return told;
}
