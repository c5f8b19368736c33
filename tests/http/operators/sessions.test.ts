/** Console sessions: how long they last, who sees them, and who ends them. */
import { afterEach, describe, expect, it } from 'vitest';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { getOperator } from '#contract/operator/operators/session.ts';
import * as calls from '#contract/operator/operators/session.ts';
import { sql } from '#server/kernel/database.ts';
import { forgetOldSessions } from '#server/operators/sessions/sql.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, aSession, dataAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
afterEach(() => site.clock.run());
const editor = beforeTests.each(() => aColleague(site.owner, 'editor'));

const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));
const elsewhere = async (colleague: Colleague): Promise<Colleague> => ({
	...colleague,
	cookie: await aSession(site.owner, colleague.operatorId, { steppedUp: true }),
});
const listOf = async (by: Colleague) => (await dataAs(site, by, calls.listSessions, {})).sessions;
const isOpen = async (by: Colleague) => (await askAs(site, by, getOperator, {})).status === 200;

describe('a session', () => {
	it('ends after twelve hours, however busy', async () => {
		for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
			await inMinutes(minutes);
			expect([minutes, await isOpen(editor)]).toEqual([minutes, true]);
		}
		const { idle_until: until } = await dataAs(site, editor, getOperator, {});
		const [session] = await listOf(editor);
		expect(until).toBe(session?.ends_time);
		await inMinutes(12 * 60 + 1);
		expect(await isOpen(editor)).toBe(false);
	});

	it('is listed for its operator alone, with the one in use marked, and never by its token', async () => {
		const other = await elsewhere(editor);
		await aColleague(site.owner, 'owner');
		const sessions = await listOf(editor);
		expect(sessions.map(({ current }) => current)).toEqual([false, true]);
		expect((await listOf(other)).map(({ current }) => current)).toEqual([true, false]);
		const { text } = await askAs(site, editor, calls.listSessions, {});
		expect(text).not.toContain(editor.cookie.split('=')[1]);
		await inMinutes(31);
		const back = await elsewhere(editor);
		expect(await listOf(back)).toHaveLength(1);
	});

	it('is ended by its operator from another one, at once and on record; not by a colleague', async () => {
		const lost = await elsewhere(editor);
		const lostId = (await listOf(lost)).find(({ current }) => current)?.session_id ?? 0;
		const params = { session_id: lostId };
		const colleague = await aColleague(site.owner, 'owner');
		expect((await askAs(site, colleague, calls.endSession, { params })).body.error).toBe('not_found');
		expect(await isOpen(lost)).toBe(true);
		expect((await dataAs(site, editor, calls.endSession, { params })).sessions).toMatchObject([{ current: true }]);
		expect(await isOpen(lost)).toBe(false);
		expect((await askAs(site, editor, calls.endSession, { params })).body.error).toBe('not_found');
		expect((await trailOf(site, `operator:${editor.operatorId}`))[0]).toMatchObject({
			action: 'operator.end_sessions',
			operatorId: editor.operatorId,
			after: params,
		});
	});
});

it('an operator signs out everywhere: every session of theirs ends, and nobody else’s', async () => {
	const [other, colleague] = [await elsewhere(editor), await aColleague(site.owner, 'editor')];
	const answer = await askAs(site, editor, calls.signOutEverywhere, {});
	expect(answer.body.data).toEqual({ ended: 2 });
	expect(answer.headers['set-cookie']).toMatch(/^lightstick-console=;/);
	expect([await isOpen(editor), await isOpen(other), await isOpen(colleague)]).toEqual([false, false, true]);
});

it('an owner sees how many sessions each operator has, and ends those of a colleague with a reason', async () => {
	const owner = await aColleague(site.owner, 'owner');
	await elsewhere(editor);
	const { operators } = await dataAs(site, owner, getOperators, {});
	const listed = operators.find(({ operator_id: id }) => id === editor.operatorId);
	expect(listed?.sessions).toBe(2);
	const input = { params: { operator_id: editor.operatorId }, body: { why: 'a laptop was stolen' } };
	expect(await dataAs(site, owner, calls.endSessionsOf, input)).toEqual({ ended: 2 });
	expect(await isOpen(editor)).toBe(false);
	expect((await trailOf(site, `operator:${editor.operatorId}`))[0]).toMatchObject({
		action: 'operator.end_sessions',
		operatorId: owner.operatorId,
		why: 'a laptop was stolen',
	});
	const nobody = { ...input, params: { operator_id: 999_999 } };
	expect((await askAs(site, owner, calls.endSessionsOf, nobody)).body.error).toBe('not_found');
});

it('the job forgets sessions that nobody has used for 90 days, and keeps the rest', async () => {
	await site.clock.set(new Date(Date.now() + 89 * 86_400_000));
	await elsewhere(editor);
	await forgetOldSessions(site.db);
	const kept = () => sql`select from operator_session where operator_id = ${editor.operatorId}`.all(site.owner);
	expect(await kept()).toHaveLength(2);
	await site.clock.set(new Date(Date.now() + 91 * 86_400_000));
	await forgetOldSessions(site.db);
	expect(await kept()).toHaveLength(1);
});
