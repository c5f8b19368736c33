/** Votes while the database is away: each waits for its own eight seconds, and not for those of the batches before it. */
import { expect, it } from 'vitest';
import type { Connection, Database } from '#server/kernel/database.ts';
import type { Ballot } from '../ballot.ts';
import { openSender } from './sender.ts';

/** A time before this process began, on its monotonic clock. */
const LONG_AGO = -60_000;
const quiet = { error: () => undefined, warn: () => undefined };
const ballots = [{ key: 'a' }, { key: 'b' }] as unknown as Ballot[];

it('a vote that has waited through an outage is answered without another try, as long as it lasts', async () => {
	let tries = 0;
	const connection = {
		connect: () => {
			tries += 1;
			return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED', syscall: 'connect' }));
		},
		end: () => Promise.resolve(),
	} as unknown as Connection;
	const sender = openSender({ connection: () => connection } as unknown as Database, quiet);
	const unknown = ballots.map(() => ({ failed: 'unknown' }));
	for (let batch = 0; batch < 5; batch += 1) {
		expect(await sender.send(ballots, LONG_AGO)).toEqual(unknown);
		// The first batch did not know yet; the others are told what it found.
		expect(tries).toBe(1);
	}
});
