/**
 * Console sessions: what enters them, how long they last, who sees them, and who ends them. Passkeys: required again before money,
 * roles and voids; created only by the right person; forgeries refused. Long because a session is entered by a passkey.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { sql } from '#server/kernel/database.ts';
import { forgetOldSessions } from '#server/operators/sessions/sql.ts';
import { forgetPasskeysOf } from '#server/operators/passkeys/passkeys.ts';
import { aPasskey, makeFirstPasskey, type Passkey, type Twist } from '../../fixtures/operators/passkey.ts';
import { beforeTests, dataOf, openSite, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
/** Has just signed in, and has no passkey. */
const owner = beforeTests.each(() => site.operator('owner', { steppedUp: false }));
const editor = beforeTests.each(() => site.operator('editor'));

let categories = 0;
const inMinutes = (minutes: number) => site.later({ minutes });
const write = (by: Operator) =>
	by.outcome(calls.createCategory, { body: { name: 'Articles', key: `key-${(categories += 1)}`, position: 1 } });
const read = (by: Operator) => by.outcome(calls.listNews);
const isOpen = async (by: Operator) => (await by.outcome(calls.getOperator)) === 200;
const listOf = async (by: Operator) => (await by.data(calls.listSessions)).sessions;
/** A session of somebody who controls the operator's account at the provider, but has no passkey. */
const elsewhere = (of = owner) => of.elsewhere({ steppedUp: false });

it('an operator with a passkey is not let in by the provider alone: the session uses a passkey or signs out, and does nothing else', async () => {
	const passkey = await makeFirstPasskey(owner);
	const session = await elsewhere();
	const me = () => session.data(calls.getOperator);
	expect(await me()).toMatchObject({ entered: false, has_passkey: true });
	expect([await read(session), await write(session)]).toEqual(['step_up_required', 'step_up_required']);
	expect(await use(session, passkey)).toBe(200);
	expect(await me()).toMatchObject({ entered: true });
	expect([await read(session), await write(session)]).toEqual([200, 200]);
	expect(await (await elsewhere()).outcome(calls.signOut)).toBe(200);
});

it('an operator with a passkey enters nothing by removing a passkey elsewhere: other sessions ask again', async () => {
	await makeFirstPasskey(owner);
	const second = await makeFirstPasskey(owner);
	const other = await elsewhere();
	expect(await use(other, second)).toBe(200);
	const [, added] = await passkeysOf(owner);
	await owner.data(calls.removePasskey, { params: { passkey_id: added?.passkey_id ?? 0 } });
	expect([await read(other), await read(owner)]).toEqual(['step_up_required', 200]);
});

it('an operator without a passkey looks around as a viewer does, and is asked for one by the first write', async () => {
	await site.fan('Dana', { earned: 1 });
	const me = await owner.data(calls.getOperator);
	expect(me).toMatchObject({ entered: false, has_passkey: false, operator: { role: 'owner' } });
	expect([await read(owner), await write(owner)]).toEqual([200, 'passkey_missing']);
	expect((await owner.data(calls.listFans)).list).toHaveLength(1);
	expect(await owner.outcome(calls.getOperators)).toBe('passkey_missing');
	await makeFirstPasskey(owner);
	expect(await write(owner)).toBe(200);
	// And stays in when the step-up is over.
	await inMinutes(20);
	expect(await write(owner)).toBe(200);
});

it('these calls are open before a passkey was used, and no other', () => {
	const open = operatorCalls.filter(({ beforeEntry }) => beforeEntry).map(({ name }) => name);
	expect(open.toSorted()).toEqual(['addPasskey', 'beginPasskey', 'beginStepUp', 'getOperator', 'signOut', 'stepUp']);
});

it('where passkeys are only offered, one without works as with one, and one who has made one uses it', async () => {
	const trial = await openSite({ env: { OPERATOR_PASSKEYS: 'offered' } });
	const first = await trial.operator('owner', { steppedUp: false });
	expect(await first.data(calls.getOperator)).toMatchObject({ entered: true, has_passkey: false });
	const params = { fan_id: (await trial.fan('a fan')).fanId };
	const suspend = () => first.outcome(calls.suspendFan, { params, body: { why: 'many accounts' } });
	expect(await suspend()).toBe(200);
	await makeFirstPasskey(first);
	const other = await elsewhere(first);
	expect(await other.outcome(calls.listNews)).toBe('step_up_required');
	await trial.later({ minutes: 20 });
	expect(await suspend()).toBe('step_up_required');
	await trial.close();
});

describe('a session', () => {
	it('ends after half an hour without a request, and after twelve hours, however busy', async () => {
		const idle = await editor.elsewhere();
		for (const minutes of [29, 58, 89]) {
			await inMinutes(minutes);
			expect([minutes, await isOpen(idle)]).toEqual([minutes, minutes < 60]);
		}
		for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
			await inMinutes(minutes);
			expect([minutes, await isOpen(editor)]).toEqual([minutes, true]);
		}
		const { idle_until: until } = await editor.data(calls.getOperator);
		const [session] = await listOf(editor);
		expect(until).toBe(session?.ends_time);
		await inMinutes(12 * 60 + 1);
		expect(await isOpen(editor)).toBe(false);
	});

	it('is listed for its operator alone, with the one in use marked, and never by its token', async () => {
		const other = await editor.elsewhere();
		await site.operator('owner');
		expect((await listOf(editor)).map(({ current }) => current)).toEqual([false, true]);
		expect((await listOf(other)).map(({ current }) => current)).toEqual([true, false]);
		const { text } = await editor.ask(calls.listSessions);
		expect(text).not.toContain(editor.cookie.split('=')[1]);
		await inMinutes(31);
		expect(await listOf(await editor.elsewhere())).toHaveLength(1);
	});

	it('is ended by its operator from another one, at once and on record; not by a colleague', async () => {
		const lost = await editor.elsewhere();
		const lostId = (await listOf(lost)).find(({ current }) => current)?.session_id ?? 0;
		const params = { session_id: lostId };
		const colleague = await site.operator('owner');
		expect(await colleague.outcome(calls.endSession, { params })).toBe('not_found');
		expect(await isOpen(lost)).toBe(true);
		expect((await editor.data(calls.endSession, { params })).sessions).toMatchObject([{ current: true }]);
		expect(await isOpen(lost)).toBe(false);
		expect(await editor.outcome(calls.endSession, { params })).toBe('not_found');
		const [entry] = await site.trail(`operator:${editor.operatorId}`);
		expect(entry).toMatchObject({ action: 'operator.end_sessions', after: params });
	});
});

it('an operator signs out everywhere: every session of theirs ends, and nobody else’s', async () => {
	const other = await editor.elsewhere();
	const answer = await editor.ask(calls.signOutEverywhere);
	expect(answer.body.data).toEqual({ ended: 2 });
	expect(answer.headers['set-cookie']).toMatch(/^lightstick-console=;/);
	expect([await isOpen(editor), await isOpen(other), await isOpen(owner)]).toEqual([false, false, true]);
});

it('an owner sees how many sessions each operator has, and ends those of a colleague with a reason', async () => {
	await makeFirstPasskey(owner);
	await editor.elsewhere();
	const { operators } = await owner.data(calls.getOperators);
	expect(operators.find(({ operator_id: id }) => id === editor.operatorId)?.sessions).toBe(2);
	const why = 'a laptop was stolen';
	const input = { params: { operator_id: editor.operatorId }, body: { why } };
	expect(await owner.data(calls.endSessionsOf, input)).toEqual({ ended: 2 });
	expect(await isOpen(editor)).toBe(false);
	const [entry] = await site.trail(`operator:${editor.operatorId}`);
	expect(entry).toMatchObject({ action: 'operator.end_sessions', operatorId: owner.operatorId, why });
	const nobody = { ...input, params: { operator_id: 999_999 } };
	expect(await owner.outcome(calls.endSessionsOf, nobody)).toBe('not_found');
});

it('the job forgets sessions that nobody has used for 90 days, and keeps the rest', async () => {
	const kept = () => sql`select from operator_session where operator_id = ${editor.operatorId}`.all(site.owner);
	await inMinutes(89 * 24 * 60);
	await editor.elsewhere();
	await forgetOldSessions(site.db);
	expect(await kept()).toHaveLength(2);
	await inMinutes(91 * 24 * 60);
	await forgetOldSessions(site.db);
	expect(await kept()).toHaveLength(1);
});

const why = 'lost the telephone';
let guests = 0;

/** Makes a call that requires a passkey. Returns 200 or the error, as the others do. */
async function invite(by: Operator): Promise<string | number> {
	const body = { email: `guest${(guests += 1)}@team.example`, role: 'viewer', why: 'a look' } as const;
	return by.outcome(calls.inviteOperator, { body });
}

async function make(by: Operator, passkey: Passkey = aPasskey(), twist: Twist = {}): Promise<string | number> {
	const begun = await by.ask(calls.beginPasskey);
	if (begun.status !== 200) return begun.body.error ?? begun.status;
	const credential = passkey.make(dataOf(calls.beginPasskey, begun).options, twist);
	return by.outcome(calls.addPasskey, { body: { name: 'Laptop', credential } });
}

const passkeysOf = async (by: Operator) => (await by.data(calls.listPasskeys)).passkeys;
const begin = async (by: Operator) => (await by.data(calls.beginStepUp)).options;
const send = (by: Operator, credential: ReturnType<Passkey['use']>) =>
	by.outcome(calls.stepUp, { body: { credential } });
const use = async (by: Operator, passkey: Passkey, twist: Twist = {}) => send(by, passkey.use(await begin(by), twist));

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
		await makeFirstPasskey(owner);
		await inMinutes(6);
		expect(await answers()).toEqual(['step_up_required']);
	});
});

describe('a step-up', () => {
	it('holds for five minutes, on that session only, and is on record', async () => {
		const passkey = await makeFirstPasskey(owner);
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
		const actions = (await site.trail(`operator:${owner.operatorId}`)).map(({ action }) => action);
		expect(actions).toEqual(['operator.step_up', 'operator.step_up', 'passkey.add']);
	});

	it('rejects a passkey whose answer differs in any field from what was asked for', async () => {
		const passkey = await makeFirstPasskey(owner);
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
		const passkey = await makeFirstPasskey(owner);
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
		const passkey = await makeFirstPasskey(owner);
		for (const counter of [0, 0, 8]) expect(await use(owner, passkey, { counter })).toBe(200);
		const other = await elsewhere();
		for (const counter of [8, 7, 0]) expect(await use(other, passkey, { counter })).toBe('passkey_refused');
		expect(await invite(other)).toBe('step_up_required');
		const trail = await site.trail(`operator:${owner.operatorId}`);
		expect(trail.filter(({ action }) => action === 'passkey.refuse_copy')).toHaveLength(3);
	});

	it('is not had with a colleague’s passkey', async () => {
		const mine = await makeFirstPasskey(owner);
		const colleague = await site.operator('finance', { steppedUp: false });
		expect(await colleague.outcome(calls.beginStepUp)).toBe('passkey_missing');
		await make(colleague);
		await inMinutes(6);
		expect(await use(colleague, mine)).toBe('passkey_refused');
	});
});

it('the only owner who has lost all passkeys gets rid of them by command, on record as done by the site', async () => {
	await make(owner);
	expect(await forgetPasskeysOf(site.db, { email: 'nobody@team.example', why: 'x' })).toBeNull();
	expect(await forgetPasskeysOf(site.db, { email: owner.email.toUpperCase(), why })).toBe(1);
	expect(await owner.outcome(calls.getOperator)).toBe('sign_in_required');
	const [entry] = await site.trail(`operator:${owner.operatorId}`);
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
		const passkey = await makeFirstPasskey(owner);
		expect(await make(owner, passkey)).toBe('passkey_taken');
		const colleague = await site.operator('viewer', { steppedUp: false });
		expect(await make(colleague, passkey)).toBe('passkey_taken');
		const passkeyId = (await passkeysOf(owner))[0]?.passkey_id ?? 0;
		await make(colleague);
		for (const id of [passkeyId, 999_999_999]) {
			const input = { params: { passkey_id: id }, body: { name: 'Mine' } };
			for (const call of [calls.renamePasskey, calls.removePasskey])
				expect(await colleague.outcome(call, input)).toBe('not_found');
		}
	});

	it('is renamed and removed by its operator; its step-up ends with it, and all is on record', async () => {
		await make(owner);
		const passkeyId = (await passkeysOf(owner))[0]?.passkey_id ?? 0;
		const params = { passkey_id: passkeyId };
		const renamed = await owner.data(calls.renamePasskey, { params, body: { name: ' Key ring ' } });
		expect(renamed.passkeys).toMatchObject([{ name: 'Key ring' }]);
		expect(await (await elsewhere()).outcome(calls.removePasskey, { params })).toBe('step_up_required');
		expect((await owner.data(calls.removePasskey, { params })).passkeys).toEqual([]);
		expect(await invite(owner)).toBe('passkey_missing');
		expect(await site.trail(`operator:${owner.operatorId}`)).toMatchObject([
			{ action: 'passkey.remove', before: { name: 'Key ring' } },
			{ action: 'passkey.rename', before: { name: 'Laptop' }, after: { name: 'Key ring' } },
			{ action: 'passkey.add', operatorId: owner.operatorId },
		]);
	});

	it('that is lost is removed by an owner, with a reason; its operator has to sign in again', async () => {
		const colleague = await site.operator('finance', { steppedUp: false });
		await make(colleague);
		await make(owner);
		const remove = (by: Operator, operatorId: number) =>
			by.outcome(calls.removePasskeysOf, { params: { operator_id: operatorId }, body: { why } });
		expect(await remove(owner, owner.operatorId)).toBe('own_role');
		expect([await remove(owner, 999_999_999), await remove(owner, colleague.operatorId)]).toEqual(['not_found', 200]);
		expect(await colleague.outcome(calls.getOperator)).toBe('sign_in_required');
		const [entry] = await site.trail(`operator:${colleague.operatorId}`);
		const before = { passkeys: [{ name: 'Laptop' }] };
		expect(entry).toMatchObject({ action: 'operator.remove_passkeys', operatorId: owner.operatorId, why, before });
		expect(await make(await elsewhere(colleague))).toBe(200);
	});
});
