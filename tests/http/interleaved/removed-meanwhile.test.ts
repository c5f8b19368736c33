/**
 * Something is removed while another request is about it, between any two statements of the request. Each of the two gets
 * its result or a refusal that says what became of the thing, and neither waits for the other in a circle.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { answersOf, interruptible } from '../../fixtures/interleaved/meanwhile.ts';
import { partsOfNews } from '../../fixtures/interleaved/news.ts';
import { partsOfOperators } from '../../fixtures/interleaved/operators.ts';
import { partsOfRankings } from '../../fixtures/interleaved/rankings.ts';
import type { Removable } from '../../fixtures/interleaved/removable.ts';
import { openSite, type Answer, type Site } from '../../fixtures/site/site.ts';

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

const makers = { ...partsOfRankings, ...partsOfNews, ...partsOfOperators };

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
		const request = (name: string) => ({ ...removals, ...others })[name] ?? (() => Promise.reject(new Error(name)));
		const both = await answersOf(site.owner, [request(first), request(second)], statement);
		if (!both) return answers;
		answers.push({ to: first, answer: both[0] }, { to: second, answer: both[1] });
	}
}

describe.each(Object.entries(makers))('%s is removed', (_, makeThing) => {
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
});

it('nobody waited in a circle', async () => expect(await deadlocksIn(site.owner)).toBe(0));

it('every removal of the console is here', async () => {
	const made = await Promise.all(Object.values(makers).map((makeThing) => makeThing(site)));
	const here = new Set(made.flatMap(({ removals }) => Object.keys(removals)));
	const removals = operatorCalls
		.map(({ name }) => name)
		.filter((name) => /^(?:remove|delete|withdraw|end)[A-Z]/.test(name));
	// The row of a fan stays: see two-devices.test.ts.
	expect(removals.filter((name) => !here.has(name))).toEqual(['deleteFan']);
});
