/** Repeats work whose connection was lost under it. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseLost } from './lost.ts';

/** A broken connection costs nothing but the next one. A failover takes seconds, which callers wait out by themselves. */
const PAUSES_MS = [20, 100, 400];

/** Only for work that may be done twice: the first time may have succeeded without our hearing of it. */
export async function againIfLost<Result>(work: () => Promise<Result>): Promise<Result> {
	for (const pause of PAUSES_MS) {
		try {
			return await work();
		} catch (error) {
			if (!isDatabaseLost(error)) throw error;
			await wait(pause);
		}
	}
	return work();
}
