/** Passkeys: required again before money, roles and voids; created only by the right person; forgeries refused. */
import { afterEach, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import * as calls from '#contract/operator/operators/passkeys.ts';
import { getOperator } from '#contract/operator/operators/session.ts';
import { forgetPasskeysOf } from '#server/operators/passkeys/passkeys.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, aSession, dataAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPasskey, type Passkey, type Twist } from '../../fixtures/operators/passkey.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

let guests = 0;

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
const owner = beforeTests.each(() => aColleague(site.owner, 'owner', { steppedUp: false }));

const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));

/** Makes a call that requires a passkey. Returns 200 or the error. */
async function invite(by: Colleague): Promise<string | number> {
	guests += 1;
	const body = { email: `guest${guests}@team.example`, role: 'viewer', why: 'a look' } as const;
	const answer = await askAs(site, by, inviteOperator, { body });
	return answer.body.error ?? answer.status;
}

async function make(by: Colleague, passkey: Passkey = aPasskey(), twist: Twist = {}): Promise<string | number> {
	const begun = await askAs(site, by, calls.beginPasskey, {});
	if (begun.status !== 200) return begun.body.error ?? begun.status;
	const { options } = dataOf(calls.beginPasskey, begun);
	const body = { name: 'Laptop', credential: passkey.make(options, twist) };
	const answer = await askAs(site, by, calls.addPasskey, { body });
	return answer.body.error ?? answer.status;
}

const begin = async (by: Colleague) => (await dataAs(site, by, calls.beginStepUp, {})).options;

async function send(by: Colleague, credential: ReturnType<Passkey['use']>): Promise<string | number> {
	const answer = await askAs(site, by, calls.stepUp, { body: { credential } });
	return answer.body.error ?? answer.status;
}

const use = async (by: Colleague, passkey: Passkey, twist: Twist = {}) => send(by, passkey.use(await begin(by), twist));

/** The same person at another computer. */
const elsewhere = async (colleague: Colleague): Promise<Colleague> => ({
	...colleague,
	cookie: await aSession(site.owner, colleague.operatorId, { steppedUp: false }),
});

describe('money, roles, results, and what cannot be undone', () => {
	it('are these calls', () => {
		const marked = operatorCalls.filter(({ stepUp }) => stepUp).map(({ name }) => name);
		expect(marked.toSorted()).toEqual(
			`adjustGems approve certifyRanking changeOperator createGoods deleteFan dropCase editAlerts
			editCheckInRewards editEconomy editGoods exportCaseVotes exportFanData exportFans exportOrders hideEntry
			inviteOperator makeGoodFor pauseRanking publishRanking refundOrder removeGoods removePasskey removePasskeysOf
			restoreCase restoreFan resumeRanking setFansSuspended suspendFan unpublishRanking voidCase`.split(/\s+/),
		);
	});

	it('are done by nobody without a passkey, nor before it was used; what was sent is not even read', async () => {
		const passkey = aPasskey();
		const marked = operatorCalls.filter(({ stepUp }) => stepUp);
		const answers = () =>
			Promise.all(
				marked.map(async ({ methods, path }) => {
					const nowhere = path.replace(':approval_id', '00000000-0000-4000-8000-000000000000');
					const { body } = await site.ask({
						method: methods[0],
						path: nowhere.replaceAll(/:[a-z_]+/g, '1'),
						body: {},
						headers: { cookie: owner.cookie, 'x-lightstick-console': '1' },
					});
					return body.error;
				}),
			);
		expect(new Set(await answers())).toEqual(new Set(['passkey_missing']));
		expect(await make(owner, passkey)).toBe(200);
		await inMinutes(6);
		expect(new Set(await answers())).toEqual(new Set(['step_up_required']));
	});
});

describe('a step-up', () => {
	it('holds for five minutes, on that session only', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		const other = await elsewhere(owner);
		expect(await invite(other)).toBe('step_up_required');
		expect(await use(other, passkey)).toBe(200);
		expect(await invite(other)).toBe(200);
		await inMinutes(4);
		expect(await invite(other)).toBe(200);
		await inMinutes(6);
		expect([await invite(other), await invite(owner)]).toEqual(['step_up_required', 'step_up_required']);
		expect(await use(owner, passkey)).toBe(200);
		expect([await invite(other), await invite(owner)]).toEqual(['step_up_required', 200]);
	});

	it('is on record, and the passkey says when it was used last', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		await inMinutes(6);
		await use(owner, passkey);
		const [listed] = (await dataAs(site, owner, calls.listPasskeys, {})).passkeys;
		expect((listed?.used_time ?? 0) - (listed?.created_time ?? 0)).toBeGreaterThan(300);
		const actions = (await trailOf(site, `operator:${owner.operatorId}`)).map(({ action }) => action);
		expect(actions).toEqual(['operator.step_up', 'passkey.add']);
	});

	it('rejects a passkey whose answer differs in any field from what was asked for', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		const other = await elsewhere(owner);
		const twists: Record<string, Twist> = {
			'another page': { origin: 'http://localhost:3001' },
			'a page that looks alike': { origin: 'http://localhost:3000.evil.example' },
			'another site': { rpId: 'evil.example' },
			'nobody verified': { verified: false },
			'a challenge of one’s own': { challenge: 'c29tZXRoaW5nIGVsc2U' },
		};
		for (const [what, twist] of Object.entries(twists)) {
			expect([what, await use(other, passkey, twist)]).toEqual([what, 'passkey_refused']);
		}
		const { response, ...credential } = passkey.use(await begin(other));
		const signature = Buffer.from(response.signature, 'base64url');
		signature[20] = (signature[20] ?? 0) ^ 1;
		const forged = { ...credential, response: { ...response, signature: signature.toString('base64url') } };
		expect(await send(other, forged)).toBe('passkey_refused');
		expect(await send(other, passkey.use({ ...(await begin(other)), challenge: '' }))).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
	});

	it('cannot be repeated, comes too late after five minutes, and belongs to the session that asked', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		const [one, other] = [await elsewhere(owner), await elsewhere(owner)];
		const signed = passkey.use(await begin(one));
		await begin(other);
		expect(await send(other, signed)).toBe('passkey_refused');
		expect(await send(one, signed)).toBe(200);
		expect(await send(one, signed)).toBe('passkey_refused');
		const late = passkey.use(await begin(other));
		await inMinutes(6);
		expect(await send(other, late)).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
	});

	it('accepts a challenge once when two are made with it at the same time', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		const signed = passkey.use(await begin(owner));
		const answers = await Promise.all([1, 2, 3, 4].map(() => send(owner, signed)));
		expect(answers.map(String).toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => 'passkey_refused')]);
	});

	it('is refused, and on record, where the device’s count does not grow: somebody has a copy', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		expect(await use(owner, passkey, { counter: 8 })).toBe(200);
		const other = await elsewhere(owner);
		expect(await use(other, passkey, { counter: 8 })).toBe('passkey_refused');
		expect(await use(other, passkey, { counter: 7 })).toBe('passkey_refused');
		expect(await use(other, passkey, { counter: 0 })).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
		const trail = await trailOf(site, `operator:${owner.operatorId}`);
		expect(trail.filter(({ action }) => action === 'passkey.refuse_copy')).toHaveLength(3);
	});

	it('accepts passkeys without a signature counter', async () => {
		const passkey = aPasskey();
		await make(owner, passkey);
		expect([await use(owner, passkey, { counter: 0 }), await use(owner, passkey, { counter: 0 })]).toEqual([200, 200]);
	});

	it('is not had with a colleague’s passkey', async () => {
		const mine = aPasskey();
		await make(owner, mine);
		const colleague = await aColleague(site.owner, 'finance', { steppedUp: false });
		expect((await askAs(site, colleague, calls.beginStepUp, {})).body.error).toBe('passkey_missing');
		await make(colleague);
		await inMinutes(6);
		expect(await use(colleague, mine)).toBe('passkey_refused');
	});
});

it('the only owner who has lost all passkeys gets rid of them by command, on record as done by the site', async () => {
	await make(owner);
	expect(await forgetPasskeysOf(site.db, { email: 'nobody@team.example', why: 'x' })).toBeNull();
	expect(await forgetPasskeysOf(site.db, { email: owner.email.toUpperCase(), why: 'lost the telephone' })).toBe(1);
	expect((await askAs(site, owner, getOperator, {})).status).toBe(401);
	expect((await trailOf(site, `operator:${owner.operatorId}`))[0]).toMatchObject({
		action: 'operator.remove_passkeys',
		operatorId: null,
		why: 'lost the telephone',
	});
	expect(await make(await elsewhere(owner))).toBe(200);
});

describe('a passkey', () => {
	it('is the first only of who has just signed in, and a further one only of who has just used one', async () => {
		await inMinutes(11);
		expect(await make(owner)).toBe('sign_in_again');
		const fresh = await elsewhere(owner);
		expect(await make(fresh)).toBe(200);
		expect(await invite(fresh)).toBe(200);
		expect(await make(owner)).toBe('step_up_required');
		expect(await make(await elsewhere(owner))).toBe('step_up_required');
		expect(await make(fresh)).toBe(200);
		expect((await dataAs(site, fresh, calls.listPasskeys, {})).passkeys).toHaveLength(2);
	});

	it('of two first ones at once there is one', async () => {
		const other = await elsewhere(owner);
		const answers = await Promise.all([make(owner), make(other)]);
		expect(answers.map(String).toSorted()).toEqual(['200', 'step_up_required']);
	});

	it('is not kept where anything is not as it was asked for', async () => {
		const twists: Twist[] = [
			{ origin: 'https://evil.example' },
			{ rpId: 'evil.example' },
			{ verified: false },
			{ challenge: 'c29tZXRoaW5nIGVsc2U' },
			// {"x5c": []}: with certificates, and a format that nobody knows.
			{ attestation: { format: 'packed', statement: Buffer.from('a16378356380', 'hex') } },
			{ attestation: { format: 'packed', statement: Buffer.from('a163783563814100', 'hex') } },
			{ attestation: { format: 'home-made', statement: Buffer.from('a0', 'hex') } },
			{ attestation: { format: 'none', statement: Buffer.from('ff', 'hex') } },
		];
		for (const twist of twists)
			expect([twist, await make(owner, aPasskey(), twist)]).toEqual([twist, 'passkey_refused']);
		expect((await dataAs(site, owner, calls.listPasskeys, {})).passkeys).toEqual([]);
		expect(await invite(owner)).toBe('passkey_missing');
	});

	it('belongs to one operator', async () => {
		const passkey = aPasskey();
		expect(await make(owner, passkey)).toBe(200);
		expect(await make(owner, passkey)).toBe('passkey_taken');
		const colleague = await aColleague(site.owner, 'viewer', { steppedUp: false });
		expect(await make(colleague, passkey)).toBe('passkey_taken');
		const passkeyId = (await dataAs(site, owner, calls.listPasskeys, {})).passkeys[0]?.passkey_id ?? 0;
		await make(colleague);
		for (const id of [passkeyId, 999_999_999]) {
			const params = { passkey_id: id };
			const answers = [
				await askAs(site, colleague, calls.renamePasskey, { params, body: { name: 'Mine' } }),
				await askAs(site, colleague, calls.removePasskey, { params }),
			];
			expect(answers.map(({ body }) => body.error)).toEqual(['not_found', 'not_found']);
		}
	});

	it('is renamed and removed by its operator; its step-up ends with it, and all is on record', async () => {
		await make(owner);
		const passkeyId = (await dataAs(site, owner, calls.listPasskeys, {})).passkeys[0]?.passkey_id ?? 0;
		const params = { passkey_id: passkeyId };
		const renamed = await dataAs(site, owner, calls.renamePasskey, { params, body: { name: ' Key ring ' } });
		expect(renamed.passkeys).toMatchObject([{ name: 'Key ring' }]);
		expect((await askAs(site, await elsewhere(owner), calls.removePasskey, { params })).body.error).toBe(
			'step_up_required',
		);
		expect((await dataAs(site, owner, calls.removePasskey, { params })).passkeys).toEqual([]);
		expect(await invite(owner)).toBe('passkey_missing');
		expect(await trailOf(site, `operator:${owner.operatorId}`)).toMatchObject([
			{ action: 'passkey.remove', before: { name: 'Key ring' } },
			{ action: 'passkey.rename', before: { name: 'Laptop' }, after: { name: 'Key ring' } },
			{ action: 'passkey.add', operatorId: owner.operatorId },
		]);
	});

	it('that is lost is removed by an owner, with a reason; its operator has to sign in again', async () => {
		const colleague = await aColleague(site.owner, 'finance', { steppedUp: false });
		await make(colleague);
		await make(owner);
		const remove = (by: Colleague, operatorId: number) =>
			askAs(site, by, calls.removePasskeysOf, {
				params: { operator_id: operatorId },
				body: { why: 'lost their telephone' },
			});
		expect((await remove(colleague, owner.operatorId)).body.error).toBe('forbidden');
		expect((await remove(owner, owner.operatorId)).body.error).toBe('own_role');
		expect((await remove(owner, 999_999_999)).body.error).toBe('not_found');
		expect((await remove(owner, colleague.operatorId)).body.data).toEqual({ removed: 1 });
		expect((await askAs(site, colleague, getOperator, {})).status).toBe(401);
		expect((await trailOf(site, `operator:${colleague.operatorId}`))[0]).toMatchObject({
			action: 'operator.remove_passkeys',
			operatorId: owner.operatorId,
			why: 'lost their telephone',
			before: { passkeys: [{ name: 'Laptop' }] },
		});
		expect(await make(await elsewhere(colleague))).toBe(200);
	});
});
