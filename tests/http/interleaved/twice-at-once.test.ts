/**
 * Every write of the console is made twice at once, the second time between any two statements of the first: by a
 * double click, with one idempotency key, and by two people. Gems and money move once for each key.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { aKey } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { moneyOf, readBooks, type Books } from '../../fixtures/audit/moved.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { answersOf, deadlocksIn, interruptible } from '../../fixtures/interleaved/meanwhile.ts';
import { sendWrite, writeOf } from '../../fixtures/operators/send-write.ts';
import { openWriteDesk, type Write, type WriteDesk } from '../../fixtures/operators/writes.ts';
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

/** What the work has moved, and the job after it. */
async function movedBy(write: Write, work: () => Promise<unknown>): Promise<Omit<Books, 'audited'>> {
	const before = moneyOf(await readBooks(shop.owner));
	await work();
	await write.after?.();
	const after = moneyOf(await readBooks(shop.owner));
	return {
		entries: after.entries - before.entries,
		earned: after.earned - before.earned,
		purchased: after.purchased - before.purchased,
		refunds: after.refunds - before.refunds,
	};
}

async function makeOnce(endpoint: Endpoint) {
	const write = await writeOf(desk, endpoint);
	return movedBy(write, () => sendWrite(shop, desk, endpoint, write));
}

/** Makes the write twice at once, for each statement of the first in turn. Returns the answers and what each pair moved. */
async function makeTwice(endpoint: Endpoint, keys: () => [string, string]) {
	const answers: Answer[] = [];
	const moved: Omit<Books, 'audited'>[] = [];
	for (let statement = 1; ; statement += 1) {
		const write = await writeOf(desk, endpoint);
		const [first, second] = keys().map((key) => () => sendWrite(shop, desk, endpoint, write, key));
		if (!first || !second) throw new Error('two requests are made');
		let both: [Answer, Answer] | null = null;
		const change = await movedBy(write, async () => {
			both = await answersOf(shop.owner, [first, second], statement);
		});
		if (!both) return { answers, moved };
		answers.push(...(both as [Answer, Answer]));
		moved.push(change);
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
		const { answers, moved } = await makeTwice(endpoint, () => {
			const key = aKey();
			return [key, key];
		});
		expect(faultsIn(answers)).toEqual([]);
		expect(answers.some(({ status }) => status === 200)).toBe(true);
		for (const change of moved) expect(change).toEqual(once);
	});
});

it('the books balance, and nobody waited in a circle', async () => {
	await expectBooksToBalance(shop.db);
	expect(await deadlocksIn(shop.owner)).toBe(0);
});
