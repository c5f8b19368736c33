/**
 * A fan uses two devices, or an operator works on their account meanwhile: each call comes between any two statements of
 * each other one. Nothing is answered with a fault of ours, every gem is accounted for, and nobody waits in a circle.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { startPushEmulator, type RunningPush } from '../../../emulators/push/emulator.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { type FanCall, fanCalls, type FansWorld } from '../../fixtures/interleaved/fans.ts';
import { answersOf, interruptible } from '../../fixtures/interleaved/meanwhile.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { openShop, someGoods } from '../../fixtures/orders/shop.ts';
import type { Answer } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const CALLS = Object.keys(fanCalls) as FanCall[];

/** Calls without a fan who is signed in and registered, and one that names a session of another device. */
const LEFT_OUT = ['completeRegistration', 'endMySession', 'turnOffReminder'];

const NO_LIMIT = '1000000';

let world: FansWorld;
let service: RunningPush;
let drop: () => Promise<void>;

beforeAll(async () => {
	const database = await copyDatabase();
	({ drop } = database);
	service = await startPushEmulator({ port: 0 });
	const shop = await openShop({
		env: {
			...makePushKeys(),
			PUSH_EMULATOR: service.origin,
			READS_PER_MINUTE: NO_LIMIT,
			VOTE_REQUESTS_PER_SECOND: NO_LIMIT,
		},
		database: { ...database, db: interruptible(database.db) },
	});
	const { endpoint, p256dh, auth } = service.subscribe();
	world = {
		shop,
		contest: await aContest(shop.owner, 'songs', { type: 'theme' }),
		goodsId: await someGoods(shop),
		operator: await aColleague(shop.owner, 'owner'),
		device: { endpoint, p256dh, auth },
	};
});
afterAll(async () => {
	await world.shop.close();
	await service.close();
	await drop();
});

let people = 0;

async function aFan() {
	people += 1;
	const fan = await aPerson(world.shop.owner, `fan-${people}`, { earned: 50, purchased: 50 });
	return { ...world, fan, tradeNo: await world.shop.anOrder(fan, world.goodsId) };
}

async function interleave(first: FanCall, second: FanCall): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let statement = 1; ; statement += 1) {
		const about = await aFan();
		const ask = (name: FanCall) => () => fanCalls[name](about);
		const both = await answersOf(world.shop.owner, [ask(first), ask(second)], statement);
		if (!both) return answers;
		answers.push(...both);
	}
}

// The engine sends the statements of a vote, together with those of other fans: no statement belongs to a request.
describe.each(CALLS.filter((name) => name !== 'castVote'))('%s', (first) => {
	it('goes on as if nothing else happened, or is told what did', async () => {
		for (const second of CALLS) {
			const answers = await interleave(first, second);
			const isFault = ({ status, body }: Answer) => status === 500 || body.error === 'invalid_request';
			const faults = answers.filter(isFault).map(({ text }) => text);
			expect(faults, `${second} meanwhile`).toEqual([]);
			expect(
				answers.some(({ status }) => status === 200),
				`${second} meanwhile`,
			).toBe(true);
		}
	});
});

it('the books balance, and nobody waited in a circle', async () => {
	await expectBooksToBalance(world.shop.db);
	expect(await deadlocksIn(world.shop.owner)).toBe(0);
});

it('every write of a fan is here', () => {
	const writes = calls.filter(({ endpoint }) => endpoint.methods[0] !== 'GET').map(({ endpoint }) => endpoint.name);
	expect(writes.filter((name) => !(name in fanCalls)).toSorted()).toEqual(LEFT_OUT);
});
