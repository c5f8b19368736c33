/** Entering the console: the provider identifies the operator, and a passkey grants access. */
import { afterEach, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { listFans, suspendFan } from '#contract/operator/accounts.ts';
import { createCategory, listNews } from '#contract/operator/news.ts';
import { getOperators } from '#contract/operator/operators/operators.ts';
import * as passkeys from '#contract/operator/operators/passkeys.ts';
import { getOperator, signOut } from '#contract/operator/operators/session.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, aSession, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPasskey, type Passkey } from '../../fixtures/operators/passkey.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';

let categories = 0;

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
const editor = beforeTests.each(() => aColleague(site.owner, 'editor', { steppedUp: false }));

const errorOf = async (answer: ReturnType<typeof askAs>) => (await answer).body.error ?? 'ok';
const category = () => ({ name: 'Articles', key: `articles-${(categories += 1)}`, position: 1 });
const write = (by: Colleague) => errorOf(askAs(site, by, createCategory, { body: category() }));
const read = (by: Colleague) => errorOf(askAs(site, by, listNews, { query: {} }));
const meOf = (by: Colleague) => dataAs(site, by, getOperator, {});

async function addPasskey(by: Colleague): Promise<Passkey> {
	const passkey = aPasskey();
	const { options } = await dataAs(site, by, passkeys.beginPasskey, {});
	await dataAs(site, by, passkeys.addPasskey, { body: { name: 'Laptop', credential: passkey.make(options) } });
	return passkey;
}

async function enter(by: Colleague, passkey: Passkey): Promise<void> {
	const { options } = await dataAs(site, by, passkeys.beginStepUp, {});
	await dataAs(site, by, passkeys.stepUp, { body: { credential: passkey.use(options) } });
}

/** A session of somebody who controls the operator's account at the provider, but has no passkey. */
const signedInElsewhere = async (): Promise<Colleague> => ({
	...editor,
	cookie: await aSession(site.owner, editor.operatorId, { steppedUp: false }),
});

describe('an operator with a passkey', () => {
	it('is not let in by the provider alone: the session uses a passkey or signs out, and does nothing else', async () => {
		const passkey = await addPasskey(editor);
		const session = await signedInElsewhere();
		expect(await meOf(session)).toMatchObject({ entered: false, has_passkey: true });
		expect([await read(session), await write(session)]).toEqual(['step_up_required', 'step_up_required']);
		await enter(session, passkey);
		expect(await meOf(session)).toMatchObject({ entered: true });
		expect([await read(session), await write(session)]).toEqual(['ok', 'ok']);
	});

	it('stays in when the step-up is over', async () => {
		await addPasskey(editor);
		await site.clock.set(new Date(Date.now() + 20 * 60_000));
		expect(await write(editor)).toBe('ok');
	});

	it('enters nothing by removing a passkey elsewhere: other sessions ask again', async () => {
		await addPasskey(editor);
		const second = await addPasskey(editor);
		const other = await signedInElsewhere();
		await enter(other, second);
		const list = (await dataAs(site, editor, passkeys.listPasskeys, {})).passkeys;
		await dataAs(site, editor, passkeys.removePasskey, { params: { passkey_id: list[1]?.passkey_id ?? 0 } });
		expect([await read(other), await read(editor)]).toEqual(['step_up_required', 'ok']);
	});
});

describe('an operator without a passkey', () => {
	it('looks around as a viewer does, and is asked for a passkey by the first write', async () => {
		await aPerson(site.owner, 'Dana', { earned: 1 });
		expect(await meOf(editor)).toMatchObject({ entered: false, has_passkey: false, operator: { role: 'editor' } });
		expect([await read(editor), await write(editor)]).toEqual(['ok', 'passkey_missing']);
		expect((await dataAs(site, editor, listFans, { query: {} })).list).toHaveLength(1);
		await addPasskey(editor);
		expect(await write(editor)).toBe('ok');
	});

	it('who owns the site reads what viewers read', async () => {
		const owner = await aColleague(site.owner, 'owner', { steppedUp: false });
		expect(await errorOf(askAs(site, owner, getOperators, {}))).toBe('passkey_missing');
	});
});

it('opens these calls before a passkey was used, and no other', () => {
	const open = operatorCalls.filter(({ beforeEntry }) => beforeEntry).map(({ name }) => name);
	expect(open.toSorted()).toEqual(['addPasskey', 'beginPasskey', 'beginStepUp', 'getOperator', 'signOut', 'stepUp']);
});

it('is left by signing out, entered or not', async () => {
	await addPasskey(editor);
	const session = await signedInElsewhere();
	expect(await errorOf(askAs(site, session, signOut, {}))).toBe('ok');
});

describe('where passkeys are only offered', () => {
	const trial = beforeTests(() => openSite({ env: { OPERATOR_PASSKEYS: 'offered' } }));

	it('an operator without one works as with one, and one who has made one uses it', async () => {
		const owner = await aColleague(trial.owner, 'owner', { steppedUp: false });
		expect(await dataAs(trial, owner, getOperator, {})).toMatchObject({ entered: true, has_passkey: false });
		const { fanId } = await aPerson(trial.owner, 'a fan');
		const suspend = () =>
			errorOf(askAs(trial, owner, suspendFan, { params: { fan_id: fanId }, body: { why: 'many accounts' } }));
		expect(await suspend()).toBe('ok');
		const passkey = aPasskey();
		const { options } = await dataAs(trial, owner, passkeys.beginPasskey, {});
		await dataAs(trial, owner, passkeys.addPasskey, { body: { name: 'Laptop', credential: passkey.make(options) } });
		const elsewhere = { ...owner, cookie: await aSession(trial.owner, owner.operatorId, { steppedUp: false }) };
		expect(await errorOf(askAs(trial, elsewhere, listNews, { query: {} }))).toBe('step_up_required');
		await trial.clock.set(new Date(Date.now() + 20 * 60_000));
		expect(await suspend()).toBe('step_up_required');
	});
});
