/** Keeps push services apart, so that one that is slow or asks for patience holds nobody else up. */

/** Requests to one service at once. */
const PARALLEL = 50;
/** So many failures in a row make a service rest. */
const FAILURES_MAX = 5;
const REST_S = 60;
const REST_MAX_S = 3_600;

export type Lane = ReturnType<typeof openLane>;

/** @param now monotonic milliseconds */
export function openLane(now: () => number = () => performance.now()) {
	const waiting: (() => void)[] = [];
	let running = 0;
	let failures = 0;
	let restsUntil = 0;

	const rest = (seconds: number) => {
		restsUntil = Math.max(restsUntil, now() + Math.min(seconds, REST_MAX_S) * 1000);
	};
	return {
		/** Seconds until the service may be asked again; 0 for now. */
		restsFor: () => Math.max(0, Math.ceil((restsUntil - now()) / 1000)),
		/** Waits for its turn, works, and gives the turn on. */
		async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
			if (running >= PARALLEL) await new Promise<void>((resume) => void waiting.push(resume));
			else running += 1;
			try {
				return await work();
			} finally {
				const next = waiting.shift();
				if (next) next();
				else running -= 1;
			}
		},
		rest,
		failed() {
			failures += 1;
			if (failures >= FAILURES_MAX) rest(REST_S);
		},
		worked() {
			failures = 0;
		},
	};
}
