/**
 * Every write of the console is made twice: after the first, because its answer was lost, and at once, the second time between
 * any two statements of the first: by a double click, with one idempotency key, and by two people. Each key makes one thing.
 */
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { readBooks, type Books } from '../../fixtures/audit/books.ts';
import { sql } from '#server/kernel/database.ts';
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

/** The trail tells of each attempt, a preview expires, and the pace of votes is measured by whoever looks. */
const UNCOUNTED = ['audit_entry', 'entry_import', 'vote_pace'];

/** Rows of each table, as the tables' names and numbers. */
async function countRows(): Promise<Map<string, string>> {
	const tables = await sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
		and relname <> all(${UNCOUNTED})`.column<string>(shop.owner);
	const text = tables.map((name) => `select '${name}' as name, count(*) from "${name}"`).join(' union all ');
	const counts = await shop.owner.query<{ name: string; count: string }>({ text });
	return new Map(counts.map(({ name, count }) => [name, count]));
}

it.each(named(writes))('%s makes nothing more if its answer is lost and it is sent again', async (_, endpoint) => {
	const write = await writeOf(desk, endpoint);
	const key = aKey();
	const first = await sendWrite(desk, endpoint, write, key);
	const before = await countRows();
	// The screen shows by now what the first one made.
	const { version } = Object(write.body) as { version?: number };
	const read = version === undefined ? {} : { body: { ...Object(write.body), version: version + 1 } };
	const second = await sendWrite(desk, endpoint, { ...write, ...read }, key);
	expect(await countRows()).toEqual(before);
	expect(first.status).toBe(200);
	if (endpoint.idempotent) expect(second.status).toBe(200);
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
