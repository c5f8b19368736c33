/** Passkeys: required again before money, roles and voids; created only by the right person; forgeries refused. */
import { afterEach, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import * as calls from '#contract/operator/operators/passkeys.ts';
import { getOperator } from '#contract/operator/operators/session.ts';
import { forgetPasskeysOf } from '#server/operators/passkeys/passkeys.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import * as team from '../../fixtures/operators/operators.ts';
import { aColleague, askAs, dataAs, outcomeAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPasskey, type Passkey, type Twist } from '../../fixtures/operators/passkey.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

const why = 'lost the telephone';
let guests = 0;

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
const owner = beforeTests.each(() => aColleague(site.owner, 'owner', { steppedUp: false }));

const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));

/** Makes a call that requires a passkey. Returns 200 or the error, as the others do. */
async function invite(by: Colleague): Promise<string | number> {
	const body = { email: `guest${(guests += 1)}@team.example`, role: 'viewer', why: 'a look' } as const;
	return outcomeAs(site, by, inviteOperator, { body });
}

async function make(by: Colleague, passkey: Passkey = aPasskey(), twist: Twist = {}): Promise<string | number> {
	const begun = await askAs(site, by, calls.beginPasskey, {});
	if (begun.status !== 200) return begun.body.error ?? begun.status;
	const credential = passkey.make(dataOf(calls.beginPasskey, begun).options, twist);
	return outcomeAs(site, by, calls.addPasskey, { body: { name: 'Laptop', credential } });
}

/** An owner's first passkey, made just now. */
async function aFirst(by: Colleague = owner): Promise<Passkey> {
	const passkey = aPasskey();
	expect(await make(by, passkey)).toBe(200);
	return passkey;
}

const passkeysOf = async (by: Colleague) => (await dataAs(site, by, calls.listPasskeys, {})).passkeys;
const begin = async (by: Colleague) => (await dataAs(site, by, calls.beginStepUp, {})).options;
const send = (by: Colleague, credential: ReturnType<Passkey['use']>) =>
	outcomeAs(site, by, calls.stepUp, { body: { credential } });
const use = async (by: Colleague, passkey: Passkey, twist: Twist = {}) => send(by, passkey.use(await begin(by), twist));

const elsewhere = (of = owner) => team.elsewhere(site, of, { steppedUp: false });

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
		const marked = operatorCalls.filter(({ stepUp }) => stepUp);
		const headers = { cookie: owner.cookie, 'x-lightstick-console': '1' };
		const answers = async () => {
			const asking = marked.map(({ methods: [method], path }) => {
				const nowhere = path.replace(':approval_id', '00000000-0000-4000-8000-000000000000');
				return site.ask({ method, path: nowhere.replaceAll(/:[a-z_]+/g, '1'), body: {}, headers });
			});
			return [...new Set((await Promise.all(asking)).map(({ body }) => body.error))];
		};
		expect(await answers()).toEqual(['passkey_missing']);
		await aFirst();
		await inMinutes(6);
		expect(await answers()).toEqual(['step_up_required']);
	});
});

describe('a step-up', () => {
	it('holds for five minutes, on that session only, and is on record', async () => {
		const passkey = await aFirst();
		const other = await elsewhere();
		expect([await invite(other), await use(other, passkey)]).toEqual(['step_up_required', 200]);
		expect(await invite(other)).toBe(200);
		await inMinutes(4);
		expect(await invite(other)).toBe(200);
		await inMinutes(6);
		expect([await invite(other), await invite(owner)]).toEqual(['step_up_required', 'step_up_required']);
		expect(await use(owner, passkey)).toBe(200);
		expect([await invite(other), await invite(owner)]).toEqual(['step_up_required', 200]);
		const [listed] = await passkeysOf(owner);
		expect((listed?.used_time ?? 0) - (listed?.created_time ?? 0)).toBeGreaterThan(300);
		const actions = (await trailOf(site, `operator:${owner.operatorId}`)).map(({ action }) => action);
		expect(actions).toEqual(['operator.step_up', 'operator.step_up', 'passkey.add']);
	});

	it('rejects a passkey whose answer differs in any field from what was asked for', async () => {
		const passkey = await aFirst();
		const other = await elsewhere();
		const twists: Record<string, Twist> = {
			'another page': { origin: 'http://localhost:3001' },
			'a page that looks alike': { origin: 'http://localhost:3000.evil.example' },
			'another site': { rpId: 'evil.example' },
			'nobody verified': { verified: false },
			'a challenge of one’s own': { challenge: 'c29tZXRoaW5nIGVsc2U' },
		};
		for (const [what, twist] of Object.entries(twists))
			expect([what, await use(other, passkey, twist)]).toEqual([what, 'passkey_refused']);
		const { response, ...credential } = passkey.use(await begin(other));
		const signature = Buffer.from(response.signature, 'base64url');
		signature[20] = (signature[20] ?? 0) ^ 1;
		const forged = { ...credential, response: { ...response, signature: signature.toString('base64url') } };
		expect(await send(other, forged)).toBe('passkey_refused');
		expect(await send(other, passkey.use({ ...(await begin(other)), challenge: '' }))).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
	});

	it('cannot be repeated, at once or later, comes too late after five minutes, and belongs to the session that asked', async () => {
		const passkey = await aFirst();
		const [one, other] = [await elsewhere(), await elsewhere()];
		const signed = passkey.use(await begin(one));
		await begin(other);
		expect(await send(other, signed)).toBe('passkey_refused');
		const answers = await Promise.all([1, 2, 3, 4].map(() => send(one, signed)));
		expect(answers.map(String).toSorted()).toEqual(['200', 'passkey_refused', 'passkey_refused', 'passkey_refused']);
		expect(await send(one, signed)).toBe('passkey_refused');
		const late = passkey.use(await begin(other));
		await inMinutes(6);
		expect([await send(other, late), await invite(other)]).toEqual(['passkey_refused', 'step_up_required']);
	});

	it('is refused, and on record, where the device’s count does not grow: somebody has a copy; a device without one is accepted', async () => {
		const passkey = await aFirst();
		for (const counter of [0, 0, 8]) expect(await use(owner, passkey, { counter })).toBe(200);
		const other = await elsewhere();
		for (const counter of [8, 7, 0]) expect(await use(other, passkey, { counter })).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
		const trail = await trailOf(site, `operator:${owner.operatorId}`);
		expect(trail.filter(({ action }) => action === 'passkey.refuse_copy')).toHaveLength(3);
	});

	it('is not had with a colleague’s passkey', async () => {
		const mine = await aFirst();
		const colleague = await aColleague(site.owner, 'finance', { steppedUp: false });
		expect(await outcomeAs(site, colleague, calls.beginStepUp, {})).toBe('passkey_missing');
		await make(colleague);
		await inMinutes(6);
		expect(await use(colleague, mine)).toBe('passkey_refused');
	});
});

it('the only owner who has lost all passkeys gets rid of them by command, on record as done by the site', async () => {
	await make(owner);
	expect(await forgetPasskeysOf(site.db, { email: 'nobody@team.example', why: 'x' })).toBeNull();
	expect(await forgetPasskeysOf(site.db, { email: owner.email.toUpperCase(), why })).toBe(1);
	expect(await outcomeAs(site, owner, getOperator, {})).toBe('sign_in_required');
	const [entry] = await trailOf(site, `operator:${owner.operatorId}`);
	expect(entry).toMatchObject({ action: 'operator.remove_passkeys', operatorId: null, why });
	expect(await make(await elsewhere())).toBe(200);
});

describe('a passkey', () => {
	it('is the first only of who has just signed in, and a further one only of who has just used one', async () => {
		await inMinutes(11);
		expect(await make(owner)).toBe('sign_in_again');
		const fresh = await elsewhere();
		expect([await make(fresh), await invite(fresh), await make(owner)]).toEqual([200, 200, 'step_up_required']);
		expect([await make(await elsewhere()), await make(fresh)]).toEqual(['step_up_required', 200]);
		expect(await passkeysOf(fresh)).toHaveLength(2);
	});

	it('of two first ones at once there is one', async () => {
		const other = await elsewhere();
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
		expect(await passkeysOf(owner)).toEqual([]);
		expect(await invite(owner)).toBe('passkey_missing');
	});

	it('belongs to one operator', async () => {
		const passkey = await aFirst();
		expect(await make(owner, passkey)).toBe('passkey_taken');
		const colleague = await aColleague(site.owner, 'viewer', { steppedUp: false });
		expect(await make(colleague, passkey)).toBe('passkey_taken');
		const passkeyId = (await passkeysOf(owner))[0]?.passkey_id ?? 0;
		await make(colleague);
		for (const id of [passkeyId, 999_999_999]) {
			const input = { params: { passkey_id: id }, body: { name: 'Mine' } };
			for (const call of [calls.renamePasskey, calls.removePasskey])
				expect(await outcomeAs(site, colleague, call, input)).toBe('not_found');
		}
	});

	it('is renamed and removed by its operator; its step-up ends with it, and all is on record', async () => {
		await make(owner);
		const passkeyId = (await passkeysOf(owner))[0]?.passkey_id ?? 0;
		const params = { passkey_id: passkeyId };
		const renamed = await dataAs(site, owner, calls.renamePasskey, { params, body: { name: ' Key ring ' } });
		expect(renamed.passkeys).toMatchObject([{ name: 'Key ring' }]);
		expect(await outcomeAs(site, await elsewhere(), calls.removePasskey, { params })).toBe('step_up_required');
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
			outcomeAs(site, by, calls.removePasskeysOf, { params: { operator_id: operatorId }, body: { why } });
		expect(await remove(owner, owner.operatorId)).toBe('own_role');
		expect([await remove(owner, 999_999_999), await remove(owner, colleague.operatorId)]).toEqual(['not_found', 200]);
		expect(await outcomeAs(site, colleague, getOperator, {})).toBe('sign_in_required');
		const [entry] = await trailOf(site, `operator:${colleague.operatorId}`);
		const before = { passkeys: [{ name: 'Laptop' }] };
		expect(entry).toMatchObject({ action: 'operator.remove_passkeys', operatorId: owner.operatorId, why, before });
		expect(await make(await elsewhere(colleague))).toBe(200);
	});
});
