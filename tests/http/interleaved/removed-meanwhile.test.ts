/**
 * Something is removed while another request is about it, between any two statements of the request. Each of the two gets
 * its result or a refusal that says what became of the thing, and neither waits for the other in a circle.
 */
import { describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { interleave, openInterruptedShop } from '../../fixtures/interleaved/meanwhile.ts';
import { removables, type Removable } from '../../fixtures/interleaved/removables.ts';

const site = beforeTests(openInterruptedShop);

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

describe.each(Object.entries(removables))('%s is removed', (_, makeThing) => {
	it.each([
		['between two statements of another request', false],
		['with another request between two of its statements', true],
	])('%s', async (__, removalFirst) => {
		for (const { removal, other, first, second } of pairsOf(await makeThing(site), removalFirst)) {
			const pairs = await interleave(site, async () => {
				const { removals, others } = await makeThing(site);
				const request = (name: string) => ({ ...removals, ...others })[name] ?? (() => Promise.reject(new Error(name)));
				return { first: request(first), second: request(second) };
			});
			// An invalid request (400) would not have come far. On a busy machine, a transaction may be ended for its silence (503).
			const faults = pairs.flat().filter(({ status }) => status === 500 || status === 400);
			const name = `${removal} and ${other}`;
			expect(
				faults.map(({ text }) => text),
				name,
			).toEqual([]);
			const removed = pairs.flatMap((answers) => answers.filter((_answer, to) => [first, second][to] === removal));
			expect(
				removed.some(({ status }) => status === 200),
				name,
			).toBe(true);
		}
	});
});

it('nobody waited in a circle', async () => expect(await deadlocksIn(site.owner)).toBe(0));

it('every removal of the console is here', async () => {
	const made = await Promise.all(Object.values(removables).map((makeThing) => makeThing(site)));
	const here = new Set(made.flatMap(({ removals }) => Object.keys(removals)));
	const removals = operatorCalls
		.map(({ name }) => name)
		.filter((name) => /^(?:remove|delete|withdraw|end)[A-Z]/.test(name));
	// The row of a fan stays: see two-devices.test.ts.
	expect(removals.filter((name) => !here.has(name))).toEqual(['deleteFan']);
});
