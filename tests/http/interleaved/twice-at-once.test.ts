/**
 * Every write of the console is made twice at once, the second time between any two statements of the first: by a
 * double click, with one idempotency key, and by two people. Gems and money move once for each key.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { aKey } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { readBooks } from '../../fixtures/audit/moved.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { answersOf, interruptible } from '../../fixtures/interleaved/meanwhile.ts';
import { sendWrite, writeOf } from '../../fixtures/operators/send-write.ts';
import { openWriteDesk } from '../../fixtures/operators/writes.ts';
import type { Write, WriteDesk } from '../../fixtures/operators/write.ts';
import { openShop, type Shop } from '../../fixtures/orders/shop.ts';
import type { Answer } from '../../fixtures/site/site.ts';

let shop: Shop;
let desk: WriteDesk;
let drop: () => Promise<void>;

beforeAll(async () => {
	const database = await copyDatabase();
	({ drop } = database);
	const interrupted = { ...database, db: interruptible(database.db) };
	shop = await openShop({ env: { ADJUSTMENT_BOUND: '100' }, database: interrupted });
	desk = await openWriteDesk(shop);
});
afterAll(async () => {
	await shop.close();
	await drop();
});

const writes = operatorCalls.filter(({ methods, access }) => methods[0] !== 'GET' && access !== 'anyone');
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

/** Does the work and the job that follows it. Returns what they moved, and what the work gave. */
async function movedBy<Result>(write: Write, work: () => Promise<Result>) {
	const before = await readBooks(shop.owner);
	const result = await work();
	await write.after?.();
	const after = await readBooks(shop.owner);
	const moved = {
		entries: after.entries - before.entries,
		earned: after.earned - before.earned,
		purchased: after.purchased - before.purchased,
		refunds: after.refunds - before.refunds,
	};
	return { moved, result };
}

async function makeOnce(endpoint: Endpoint) {
	const write = await writeOf(desk, endpoint);
	return (await movedBy(write, () => sendWrite(shop, desk, endpoint, write))).moved;
}

/** Makes the write twice at once, for each statement of the first in turn. Returns the answers and what each pair moved. */
async function makeTwice(endpoint: Endpoint, keys: () => [string, string]) {
	const answers: Answer[] = [];
	const moves: Awaited<ReturnType<typeof makeOnce>>[] = [];
	for (let statement = 1; ; statement += 1) {
		const write = await writeOf(desk, endpoint);
		const [one, other] = keys();
		const send = (key: string) => () => sendWrite(shop, desk, endpoint, write, key);
		const both = await movedBy(write, () => answersOf(shop.owner, [send(one), send(other)], statement));
		if (!both.result) return { answers, moves };
		answers.push(...both.result);
		moves.push(both.moved);
	}
}

const faultsIn = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 500).map(({ text }) => text);

describe.each(named(writes))('%s', (_, endpoint) => {
	it('is made by two people at once', async () => {
		const { answers } = await makeTwice(endpoint, () => [aKey(), aKey()]);
		expect(faultsIn(answers)).toEqual([]);
	});
});

describe.each(named(writes.filter(({ idempotent }) => idempotent)))('%s', (_, endpoint) => {
	it('is made once by a double click', async () => {
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
});

it('the books balance, and nobody waited in a circle', async () => {
	await expectBooksToBalance(shop.db);
	expect(await deadlocksIn(shop.owner)).toBe(0);
});
