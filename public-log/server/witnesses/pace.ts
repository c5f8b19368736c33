/** When witnesses are asked: for every new checkpoint of the anchor, and otherwise once a minute. */
import { askWitnesses, type WitnessDeps } from './rounds.ts';

/** A witness that has not answered by then is asked again in the next round. */
const ANSWER_MS = 5_000;

export interface Rounds {
	/** Begins a round if it is time for one, and returns at once. */
	start(isNew: boolean): void;
	/** Gives up what is under way. */
	stop(): Promise<void>;
}

export function paceRounds(deps: WitnessDeps, pauseMs: number): Rounds {
	const stopping = new AbortController();
	let last = Number.NEGATIVE_INFINITY;
	let underWay: Promise<void> | null = null;

	return {
		start(isNew) {
			if (underWay || (!isNew && performance.now() - last < pauseMs)) return;
			last = performance.now();
			underWay = askWitnesses(deps, () => AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]))
				.catch((error: unknown) => deps.log.warn({ err: error }, 'the witnesses could not be asked'))
				.finally(() => (underWay = null));
		},
		async stop() {
			stopping.abort();
			await underWay;
		},
	};
}
