import { useCallback, useEffect, useRef, useState } from 'react';
import { presentSeconds } from '#client/server-clock.ts';
import { checkVote, type KnownVote, type VoteCheck } from '../../../lib/votes/check-vote.ts';

/** So many of the latest votes are checked whenever the list opens. */
const UNASKED = 10;
const AT_ONCE = 3;
/** Pauses before votes that wait for their line are looked up again, in milliseconds. */
const AGAIN_AFTER = [1_500, 2_500, 4_000];

/** `latest` is the first page of the votes, the same array until it changes. */
export function useVoteChecks(votes: readonly KnownVote[], latest: readonly KnownVote[]) {
	const [results, setResults] = useState<ReadonlyMap<string, VoteCheck>>(new Map());
	const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
	const [checkedAt, setCheckedAt] = useState<number | null>(null);
	const leaving = useLeaving();

	const check = useCallback(
		async (vote: KnownVote) => {
			const signal = leaving();
			const result = await checkVote(vote, signal);
			if (!signal.aborted) setResults((before) => new Map(before).set(vote.tag, result));
			return result;
		},
		[leaving],
	);

	useEffect(() => {
		void checkUntilListed(latest.slice(0, UNASKED), check, leaving());
	}, [latest, check, leaving]);

	async function checkAll() {
		const signal = leaving();
		const total = votes.length;
		setProgress({ done: 0, total });
		await inTurns(votes, signal, async (vote) => {
			await check(vote);
			setProgress((before) => before && { ...before, done: before.done + 1 });
		});
		setProgress(null);
		setCheckedAt(Math.floor(presentSeconds()));
	}

	return { results, progress, checkedAt, checkAll, check: async (vote: KnownVote) => void (await check(vote)) };
}

async function checkUntilListed(
	votes: readonly KnownVote[],
	check: (vote: KnownVote) => Promise<VoteCheck>,
	signal: AbortSignal,
): Promise<void> {
	let waiting = votes;
	for (const pause of [0, ...AGAIN_AFTER]) {
		if (pause > 0) await new Promise((resume) => setTimeout(resume, pause));
		const still: KnownVote[] = [];
		await inTurns(waiting, signal, async (vote) => {
			if ((await check(vote)).state === 'waiting') still.push(vote);
		});
		waiting = still;
		if (signal.aborted || waiting.length === 0) return;
	}
}

async function inTurns(votes: readonly KnownVote[], signal: AbortSignal, work: (vote: KnownVote) => Promise<unknown>) {
	const queue = votes.values();
	const worker = async () => {
		for (const vote of queue) {
			if (signal.aborted) return;
			await work(vote);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function useLeaving(): () => AbortSignal {
	const controller = useRef(new AbortController());
	useEffect(() => {
		// React mounts twice while developing.
		if (controller.current.signal.aborted) controller.current = new AbortController();
		return () => controller.current.abort();
	}, []);
	return useCallback(() => controller.current.signal, []);
}
