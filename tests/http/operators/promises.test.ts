/**
 * The unit of trust: no call of the console moves gems or money without ledger entry, audit row and idempotency key;
 * and none changes anything without a row on record. Every write of the contract is made once.
 */
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance, moneyOf, readBooks } from '../../fixtures/audit/books.ts';
import { openWriteDesk, sendWrite, type Write, writeOf } from '../../fixtures/operators/writes.ts';
import { aKey } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(() => openShop({ env: { ADJUSTMENT_BOUND: '100' } }));
const desk = beforeTests(() => openWriteDesk(shop));

const writes = operatorCalls.filter(({ methods, access }) => methods[0] !== 'GET' && access !== 'anyone');

/** They prepare something, and change nothing that anybody but the asker sees. */
const PREPARE =
	`beginPasskey beginStepUp keepDraft previewCase previewHtml previewImport previewMakeGood removeSavedView
	saveView`.split(/\s+/);

function outcomeOf({ name, moves }: Endpoint): string {
	if (moves) return 'moves gems, on record, once per key';
	return PREPARE.includes(name) ? 'moves nothing' : 'moves nothing, and leaves a row on record';
}

describe.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
	it(outcomeOf(endpoint), async () => {
		const write = await writeOf(desk, endpoint);
		const before = await readBooks(shop.owner);
		if (endpoint.moves) await expectKeyDemanded(endpoint, write);
		const key = aKey();
		const answer = await sendWrite(shop, desk, endpoint, write, key);
		expect([answer.status, answer.body.error]).toEqual([200, undefined]);
		await write.after?.();
		const after = await readBooks(shop.owner);
		expect(after.audited > before.audited).toBe(!PREPARE.includes(name));
		if (!endpoint.moves) return expect(moneyOf(after)).toEqual(moneyOf(before));
		expect(after.entries).toBeGreaterThan(before.entries);
		// Balances are the sum of entries, and nothing else has moved them.
		await expectBooksToBalance(shop.db);
		expect((await sendWrite(shop, desk, endpoint, write, key)).status).toBe(200);
		await write.after?.();
		expect(await readBooks(shop.owner)).toEqual(after);
	});
});

async function expectKeyDemanded(endpoint: Endpoint, write: Write): Promise<void> {
	const before = await readBooks(shop.owner);
	for (const key of ['', 'short']) {
		expect((await sendWrite(shop, desk, endpoint, write, key)).body.error).toBe('invalid_idempotency_key');
	}
	expect(await readBooks(shop.owner)).toEqual(before);
}

it('whatever moves gems or money takes a key and needs a passkey, but for asking the provider how an order stands', () => {
	const moving = writes.filter(({ moves }) => moves);
	expect(moving.map(({ name }) => name).toSorted()).toEqual(
		'adjustGems approve makeGoodFor recheckOrder refundOrder restoreCase voidCase'.split(' '),
	);
	expect(moving.filter(({ idempotent }) => !idempotent)).toEqual([]);
	expect(moving.filter(({ stepUp }) => !stepUp).map(({ name }) => name)).toEqual(['recheckOrder']);
});

it('every row of the table is a call', () => {
	expect(Object.keys(desk.writes).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});
