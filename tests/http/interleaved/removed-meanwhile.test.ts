/**
 * Something is removed while another request is about it, between any two statements of the request. Each of the two gets
 * its result or a refusal that says what became of the thing, and neither waits for the other in a circle.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { interruptible, meanwhile } from '../../fixtures/removals/meanwhile.ts';
import { partsOfNews } from '../../fixtures/removals/news.ts';
import { partsOfOperators } from '../../fixtures/removals/operators.ts';
import { partsOfRankings } from '../../fixtures/removals/rankings.ts';
import type { Removable } from '../../fixtures/removals/removable.ts';
import { openSite, type Answer, type Site } from '../../fixtures/site/site.ts';

/** A busy machine is no failure. */
const PATIENT = { interval: 1, timeout: 30_000 };

let site: Site;
let drop: () => Promise<void>;

beforeAll(async () => {
	const database = await copyDatabase();
	({ drop } = database);
	site = await openSite({ database: { ...database, db: interruptible(database.db) } });
});
afterAll(async () => {
	await site.close();
	await drop();
});

interface Pair {
	removal: string;
	other: string;
	/** The request that the other one comes in between. */
	first: string;
	second: string;
}

function pairsOf({ removals, others }: Removable, removalFirst: boolean): Pair[] {
	return Object.keys(removals).flatMap((removal) =>
		[removal, ...Object.keys(others)].map((other) =>
			removalFirst
				? { removal, other, first: removal, second: other }
				: { removal, other, first: other, second: removal },
		),
	);
}

/** Makes both requests about a new thing, the second one before each statement of the first in turn. */
async function interleave(makeThing: (of: Site) => Promise<Removable>, { first, second }: Pair) {
	const answers: { to: string; answer: Answer }[] = [];
	for (let statement = 1; ; statement += 1) {
		const { removals, others } = await makeThing(site);
		const ask = (name: string) => ({ ...removals, ...others })[name]?.() ?? Promise.reject(new Error(name));
		let started: Promise<Answer> | undefined;
		/** Makes the second request. The first goes on once the second is done, or waits for a lock. */
		async function happen(): Promise<void> {
			let isDone = false;
			started = ask(second).finally(() => {
				isDone = true;
			});
			await vi.waitUntil(async () => isDone || (await waitingForLocks(site.owner)).length > 0, PATIENT);
		}
		const answer = await meanwhile(() => ask(first), { statement, happen });
		if (!started) return answers;
		answers.push({ to: first, answer }, { to: second, answer: await started });
	}
}

describe.each(Object.entries({ ...partsOfRankings, ...partsOfNews, ...partsOfOperators }))(
	'%s is removed',
	(_, makeThing) => {
		it.each([
			['between two statements of another request', false],
			['with another request between two of its statements', true],
		])('%s', async (__, removalFirst) => {
			for (const pair of pairsOf(await makeThing(site), removalFirst)) {
				const answers = await interleave(makeThing, pair);
				// An invalid request (400) would not have come far. On a busy machine, a transaction may be ended for its silence (503).
				const faults = answers.filter(({ answer: { status } }) => status === 500 || status === 400);
				const name = `${pair.removal} and ${pair.other}`;
				expect(
					faults.map(({ to, answer }) => `${to}: ${answer.text}`),
					name,
				).toEqual([]);
				expect(
					answers.some(({ to, answer }) => to === pair.removal && answer.status === 200),
					name,
				).toBe(true);
			}
		});
	},
);

// A deadlock is answered as "site is busy", so no answer shows it for certain.
it('nobody waited in a circle', async () => {
	const text = 'select deadlocks from pg_stat_database where datname = current_database()';
	expect(await site.owner.query({ text })).toEqual([{ deadlocks: 0 }]);
});
