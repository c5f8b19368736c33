/** Console sessions: what enters them, how long they last, who sees them, and who ends them. */
import { afterEach, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { listFans, suspendFan } from '#contract/operator/accounts.ts';
import { createCategory, listNews } from '#contract/operator/news.ts';
import { getOperators } from '#contract/operator/operators/operators.ts';
import * as passkeys from '#contract/operator/operators/passkeys.ts';
import * as calls from '#contract/operator/operators/session.ts';
import { sql } from '#server/kernel/database.ts';
import { forgetOldSessions } from '#server/operators/sessions/sql.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, dataAs, elsewhere, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import type { Colleague } from '../../fixtures/operators/operators.ts';
import { makeFirstPasskey, type Passkey } from '../../fixtures/operators/passkey.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
/** Has just signed in, and has no passkey. */
const newcomer = beforeTests.each(() => aColleague(site.owner, 'editor', { steppedUp: false }));
const editor = beforeTests.each(() => aColleague(site.owner, 'editor'));

let categories = 0;
const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));
const write = (by: Colleague) =>
	outcomeAs(site, by, createCategory, { body: { name: 'Articles', key: `key-${(categories += 1)}`, position: 1 } });
const read = (by: Colleague) => outcomeAs(site, by, listNews, { query: {} });
const isOpen = async (by: Colleague) => (await outcomeAs(site, by, calls.getOperator, {})) === 200;
const listOf = async (by: Colleague) => (await dataAs(site, by, calls.listSessions, {})).sessions;
/** A session of somebody who controls the operator's account at the provider, but has no passkey. */
const signedInElsewhere = () => elsewhere(site, newcomer, { steppedUp: false });

async function enter(by: Colleague, passkey: Passkey): Promise<void> {
	const { options } = await dataAs(site, by, passkeys.beginStepUp, {});
	await dataAs(site, by, passkeys.stepUp, { body: { credential: passkey.use(options) } });
}

describe('an operator with a passkey', () => {
	it('is not let in by the provider alone: the session uses a passkey or signs out, and does nothing else', async () => {
		const passkey = await makeFirstPasskey(site, newcomer);
		const session = await signedInElsewhere();
		const me = () => dataAs(site, session, calls.getOperator, {});
		expect(await me()).toMatchObject({ entered: false, has_passkey: true });
		expect([await read(session), await write(session)]).toEqual(['step_up_required', 'step_up_required']);
		await enter(session, passkey);
		expect(await me()).toMatchObject({ entered: true });
		expect([await read(session), await write(session)]).toEqual([200, 200]);
		expect(await outcomeAs(site, await signedInElsewhere(), calls.signOut, {})).toBe(200);
	});

	it('enters nothing by removing a passkey elsewhere: other sessions ask again', async () => {
		await makeFirstPasskey(site, newcomer);
		const second = await makeFirstPasskey(site, newcomer);
		const other = await signedInElsewhere();
		await enter(other, second);
		const [, added] = (await dataAs(site, newcomer, passkeys.listPasskeys, {})).passkeys;
		await dataAs(site, newcomer, passkeys.removePasskey, { params: { passkey_id: added?.passkey_id ?? 0 } });
		expect([await read(other), await read(newcomer)]).toEqual(['step_up_required', 200]);
	});
});

it('an operator without a passkey looks around as a viewer does, and is asked for one by the first write', async () => {
	await aPerson(site.owner, 'Dana', { earned: 1 });
	const me = await dataAs(site, newcomer, calls.getOperator, {});
	expect(me).toMatchObject({ entered: false, has_passkey: false, operator: { role: 'editor' } });
	expect([await read(newcomer), await write(newcomer)]).toEqual([200, 'passkey_missing']);
	expect((await dataAs(site, newcomer, listFans, { query: {} })).list).toHaveLength(1);
	const owner = await aColleague(site.owner, 'owner', { steppedUp: false });
	expect(await outcomeAs(site, owner, getOperators, {})).toBe('passkey_missing');
	await makeFirstPasskey(site, newcomer);
	expect(await write(newcomer)).toBe(200);
	// And stays in when the step-up is over.
	await inMinutes(20);
	expect(await write(newcomer)).toBe(200);
});

it('these calls are open before a passkey was used, and no other', () => {
	const open = operatorCalls.filter(({ beforeEntry }) => beforeEntry).map(({ name }) => name);
	expect(open.toSorted()).toEqual(['addPasskey', 'beginPasskey', 'beginStepUp', 'getOperator', 'signOut', 'stepUp']);
});

it('where passkeys are only offered, one without works as with one, and one who has made one uses it', async () => {
	const trial = await openSite({ env: { OPERATOR_PASSKEYS: 'offered' } });
	const owner = await aColleague(trial.owner, 'owner', { steppedUp: false });
	expect(await dataAs(trial, owner, calls.getOperator, {})).toMatchObject({ entered: true, has_passkey: false });
	const params = { fan_id: (await aPerson(trial.owner, 'a fan')).fanId };
	const suspend = () => outcomeAs(trial, owner, suspendFan, { params, body: { why: 'many accounts' } });
	expect(await suspend()).toBe(200);
	await makeFirstPasskey(trial, owner);
	const other = await elsewhere(trial, owner, { steppedUp: false });
	expect(await outcomeAs(trial, other, listNews, { query: {} })).toBe('step_up_required');
	await trial.clock.set(new Date(Date.now() + 20 * 60_000));
	expect(await suspend()).toBe('step_up_required');
	await trial.close();
});

describe('a session', () => {
	it('ends after twelve hours, however busy', async () => {
		for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
			await inMinutes(minutes);
			expect([minutes, await isOpen(editor)]).toEqual([minutes, true]);
		}
		const { idle_until: until } = await dataAs(site, editor, calls.getOperator, {});
		const [session] = await listOf(editor);
		expect(until).toBe(session?.ends_time);
		await inMinutes(12 * 60 + 1);
		expect(await isOpen(editor)).toBe(false);
	});

	it('is listed for its operator alone, with the one in use marked, and never by its token', async () => {
		const other = await elsewhere(site, editor);
		await aColleague(site.owner, 'owner');
		expect((await listOf(editor)).map(({ current }) => current)).toEqual([false, true]);
		expect((await listOf(other)).map(({ current }) => current)).toEqual([true, false]);
		const { text } = await askAs(site, editor, calls.listSessions, {});
		expect(text).not.toContain(editor.cookie.split('=')[1]);
		await inMinutes(31);
		expect(await listOf(await elsewhere(site, editor))).toHaveLength(1);
	});

	it('is ended by its operator from another one, at once and on record; not by a colleague', async () => {
		const lost = await elsewhere(site, editor);
		const lostId = (await listOf(lost)).find(({ current }) => current)?.session_id ?? 0;
		const params = { session_id: lostId };
		const colleague = await aColleague(site.owner, 'owner');
		expect(await outcomeAs(site, colleague, calls.endSession, { params })).toBe('not_found');
		expect(await isOpen(lost)).toBe(true);
		expect((await dataAs(site, editor, calls.endSession, { params })).sessions).toMatchObject([{ current: true }]);
		expect(await isOpen(lost)).toBe(false);
		expect(await outcomeAs(site, editor, calls.endSession, { params })).toBe('not_found');
		const { operatorId } = editor;
		const [entry] = await trailOf(site, `operator:${operatorId}`);
		expect(entry).toMatchObject({ action: 'operator.end_sessions', operatorId, after: params });
	});
});

it('an operator signs out everywhere: every session of theirs ends, and nobody else’s', async () => {
	const other = await elsewhere(site, editor);
	const answer = await askAs(site, editor, calls.signOutEverywhere, {});
	expect(answer.body.data).toEqual({ ended: 2 });
	expect(answer.headers['set-cookie']).toMatch(/^lightstick-console=;/);
	expect([await isOpen(editor), await isOpen(other), await isOpen(newcomer)]).toEqual([false, false, true]);
});

it('an owner sees how many sessions each operator has, and ends those of a colleague with a reason', async () => {
	const owner = await aColleague(site.owner, 'owner');
	await elsewhere(site, editor);
	const { operators } = await dataAs(site, owner, getOperators, {});
	expect(operators.find(({ operator_id: id }) => id === editor.operatorId)?.sessions).toBe(2);
	const why = 'a laptop was stolen';
	const input = { params: { operator_id: editor.operatorId }, body: { why } };
	expect(await dataAs(site, owner, calls.endSessionsOf, input)).toEqual({ ended: 2 });
	expect(await isOpen(editor)).toBe(false);
	const [entry] = await trailOf(site, `operator:${editor.operatorId}`);
	expect(entry).toMatchObject({ action: 'operator.end_sessions', operatorId: owner.operatorId, why });
	const nobody = { ...input, params: { operator_id: 999_999 } };
	expect(await outcomeAs(site, owner, calls.endSessionsOf, nobody)).toBe('not_found');
});

it('the job forgets sessions that nobody has used for 90 days, and keeps the rest', async () => {
	const kept = () => sql`select from operator_session where operator_id = ${editor.operatorId}`.all(site.owner);
	await inMinutes(89 * 24 * 60);
	await elsewhere(site, editor);
	await forgetOldSessions(site.db);
	expect(await kept()).toHaveLength(2);
	await inMinutes(91 * 24 * 60);
	await forgetOldSessions(site.db);
	expect(await kept()).toHaveLength(1);
});
