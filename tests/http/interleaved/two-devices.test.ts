/**
 * A fan uses two devices, or an operator works on their account meanwhile: each call comes between any two statements of
 * each other one. Nothing is answered with a fault of ours, every gem is accounted for, and nobody waits in a circle.
 */
import { describe, expect, it } from 'vitest';
import { calls as callsOfFans } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startPushEmulator } from '../../fixtures/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { interleave, openInterruptedShop } from '../../fixtures/interleaved/meanwhile.ts';
import { everything } from '../../fixtures/push/push-site.ts';
import { aKey, type Answer, type Ask, beforeTests, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

/** Calls without a fan who is signed in and registered, and one that names a session of another device. */
const LEFT_OUT = ['completeRegistration', 'endMySession', 'movePush', 'turnOffReminder'];

const service = beforeTests(() => startPushEmulator());
const shop = beforeTests(() => openInterruptedShop({ ...makePushKeys(), PUSH_EMULATOR: service.origin }));
const contest = beforeTests(() => shop.contest('songs', { type: 'theme' }));
const operator = beforeTests(() => shop.operator('owner'));
/** An address that a push service gave, with the keys of a browser. */
const device = beforeTests(async () => service.subscribe());

interface About {
	fan: Person;
	/** Of an order that is not paid, where a call is to pay it. */
	tradeNo: string;
}

let people = 0;

async function aFan(...does: FanCall[]): Promise<About> {
	people += 1;
	const fan = await shop.fan(`fan-${people}`, { earned: 50, purchased: 50 });
	// The site knows the session by now: both calls would wait for one look-up, which the first one holds up.
	await shop.ask({ path: '/user/me', token: fan.token });
	return { fan, tradeNo: does.includes('payOrder') ? await shop.anOrder(fan, shop.goods) : '' };
}

const asks =
	(request: () => Ask) =>
	({ fan }: About): Promise<Answer> =>
		shop.ask({ token: fan.token, ...request() });
const does =
	(endpoint: Endpoint, more: object = {}) =>
	({ fan }: About) => {
		const body = { why: 'it has to be done once', ...more };
		return operator.ask(endpoint, { params: { fan_id: fan.fanId }, body } as never);
	};
const withKey = () => ({ 'idempotency-key': aKey() });

const fanCalls = {
	getMe: asks(() => ({ path: '/user/me' })),
	updateMe: asks(() => ({ path: '/user/me/update', body: { email: 'new@fans.example', name: 'Newly named' } })),
	keepMyLanguage: asks(() => ({ method: 'PUT', path: '/user/me/language', body: { language: 'ko' } })),
	logOut: asks(() => ({ method: 'POST', path: '/user/logout' })),
	logOutEverywhere: asks(() => ({ method: 'POST', path: '/user/logout-everywhere' })),
	deleteAccount: asks(() => ({ path: '/user/me/delete', body: { gems_are_given_up: true } })),
	checkIn: asks(() => ({ method: 'POST', path: '/checkin' })),
	addFavorites: asks(() => ({ path: '/user/me/favorites', body: { artist_ids: contest.artistIds.slice(0, 2) } })),
	removeFavorite: asks(() => ({ method: 'DELETE', path: `/user/me/favorites/${contest.artistIds[0]}` })),
	setReminders: asks(() => ({ method: 'PUT', path: '/user/me/reminders', body: everything })),
	subscribePush: asks(() => {
		const { endpoint, p256dh, auth } = device;
		return { path: '/user/me/push-subscriptions', body: { endpoint, p256dh, auth } };
	}),
	endPush: asks(() => ({ path: '/user/me/push-subscriptions/end', body: { endpoint: device.endpoint } })),
	createOrder: asks(() => ({ path: '/orders/create', body: { goods_id: shop.goods }, headers: withKey() })),
	payOrder: ({ fan, tradeNo }: About) => shop.pay(fan, tradeNo),
	castVote: asks(() => ({
		path: `/rankings/vote/${contest.key}`,
		body: { artist_id: contest.artistIds[0], ticket_number: 1 },
		headers: withKey(),
	})),
	suspendFan: does(calls.suspendFan),
	restoreFan: does(calls.restoreFan),
	logFanOut: does(calls.logFanOut),
	deleteFan: does(calls.deleteFan, { gems_are_given_up: true }),
	adjustGems: does(calls.adjustGems, { earned: 1, purchased: 0 }),
} satisfies Record<string, (about: About) => Promise<Answer>>;

type FanCall = keyof typeof fanCalls;
const CALLS = Object.keys(fanCalls) as FanCall[];

// The engine sends the statements of a vote, together with those of other fans: no statement belongs to a request.
describe.each(CALLS.filter((name) => name !== 'castVote'))('%s', (first) => {
	it('goes on as if nothing else happened, or is told what did', async () => {
		for (const second of CALLS) {
			const pairs = await interleave(shop, async () => {
				const about = await aFan(first, second);
				return { first: () => fanCalls[first](about), second: () => fanCalls[second](about) };
			});
			const answers = pairs.flat();
			const isFault = ({ status, body }: Answer) => status === 500 || body.error === 'invalid_request';
			const faults = answers.filter(isFault).map(({ text }) => text);
			const isDone = answers.some(({ status }) => status === 200);
			expect({ second, faults, isDone }).toEqual({ second, faults: [], isDone: true });
		}
	});
});

it('the books balance, and nobody waited in a circle', async () => {
	await shop.balances();
	expect(await deadlocksIn(shop.owner)).toBe(0);
});

it('every write of a fan is here', () => {
	const writes = callsOfFans
		.filter(({ endpoint }) => endpoint.methods[0] !== 'GET')
		.map(({ endpoint }) => endpoint.name);
	expect(writes.filter((name) => !(name in fanCalls)).toSorted()).toEqual(LEFT_OUT);
});
