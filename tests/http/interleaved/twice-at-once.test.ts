/**
 * Every write of the console is made twice at once, the second time between any two statements of the first: by a
 * double click, with one idempotency key, and by two people. Gems and money move once for each key.
 */
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { readBooks, type Books } from '../../fixtures/audit/books.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { interleave, openInterruptedShop } from '../../fixtures/interleaved/meanwhile.ts';
import { openWriteDesk, sendWrite, writeOf } from '../../fixtures/operators/writes.ts';
import { aKey, type Answer, beforeTests } from '../../fixtures/site/site.ts';

const shop = beforeTests(() => openInterruptedShop({ ADJUSTMENT_BOUND: '100' }));
const desk = beforeTests(() => openWriteDesk(shop));

const writes = operatorCalls.filter(({ methods, access }) => methods[0] !== 'GET' && access !== 'anyone');
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

/** Returns what moved since the books were read. */
async function movedSince(before: Books) {
	const after = await readBooks(shop.owner);
	const kinds = ['entries', 'earned', 'purchased', 'refunds'] as const;
	return kinds.map((kind) => [kind, after[kind] - before[kind]]);
}

async function makeOnce(endpoint: Endpoint) {
	const write = await writeOf(desk, endpoint);
	const before = await readBooks(shop.owner);
	await sendWrite(desk, endpoint, write);
	await write.after?.();
	return movedSince(before);
}

/** Makes the write twice at once, for each statement of the first in turn. Returns the answers and what each pair moved. */
async function makeTwice(endpoint: Endpoint, keys: () => [string, string]) {
	const moves: Awaited<ReturnType<typeof movedSince>>[] = [];
	const pairs = await interleave(shop, async () => {
		const write = await writeOf(desk, endpoint);
		const [one, other] = keys();
		const send = (key: string) => () => sendWrite(desk, endpoint, write, key);
		const before = await readBooks(shop.owner);
		return {
			first: send(one),
			second: send(other),
			async after() {
				await write.after?.();
				moves.push(await movedSince(before));
			},
		};
	});
	return { answers: pairs.flat(), moves };
}

const faultsIn = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 500).map(({ text }) => text);

it.each(named(writes))('%s is made by two people at once', async (_, endpoint) => {
	const { answers } = await makeTwice(endpoint, () => [aKey(), aKey()]);
	expect(faultsIn(answers)).toEqual([]);
});

const keyed = named(writes.filter(({ idempotent }) => idempotent));
it.each(keyed)('%s is made once by a double click', async (_, endpoint) => {
	// The job that follows the first write also does what tests before this one have left to it.
	await makeOnce(endpoint);
	const once = await makeOnce(endpoint);
	const { answers, moves } = await makeTwice(endpoint, () => {
		const key = aKey();
		return [key, key];
	});
	expect(faultsIn(answers)).toEqual([]);
	expect(answers.some(({ status }) => status === 200)).toBe(true);
	for (const moved of moves) expect(moved).toEqual(once);
});

it('the books balance, and nobody waited in a circle', async () => {
	await shop.balances();
	expect(await deadlocksIn(shop.owner)).toBe(0);
});
