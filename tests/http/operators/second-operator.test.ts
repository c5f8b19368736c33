/** No result and no balance by one hand: hiding entries, suspending several fans, and certifying before the review is over. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { restoreFan, suspendFan } from '#contract/operator/accounts.ts';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { contents } from '#contract/operator/site/content.ts';
import { hideEntry, listEntries } from '#contract/operator/rankings/entries.ts';
import { certifyRanking, readRanking } from '#contract/operator/rankings/rankings.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import * as team from '../../fixtures/operators/operators.ts';
import { aColleague, askAs, dataAs, outcomeAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { openSite, type Answer } from '../../fixtures/site/site.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { castVote } from '../../fixtures/voting/cases.ts';

const why = 'their agency asked for it';

let contests = 0;

const site = beforeTests(openSite);
const { at, inHours } = team.onDaysOfTheirOwn(site);
const owner = beforeTests.each(() => aColleague(site.owner, 'owner'));
const editor = beforeTests.each(() => aColleague(site.owner, 'editor'));

async function waiting() {
	const { list } = await dataAs(site, owner, listApprovals, { query: {} });
	return list.filter(({ status }) => status === 'waiting');
}

/** Decides on what waits first, or on this. */
const decide = async (by: Colleague, { call, id }: { call?: typeof reject; id?: string | undefined } = {}) =>
	team.decideAs(site, by, id ?? (await waiting())[0]?.approval_id, call);

const change = (text: string) => site.owner.query({ text });
const setRole = ({ operatorId }: Colleague, set: string) =>
	change(`update operator set ${set} where operator_id = ${operatorId}`);
const approvalIn = ({ body }: Answer) => (body.data as { approval_id: string | null }).approval_id;

describe('an entry', () => {
	let contest: Contest;
	let fan: Person;
	const hide = (hidden: boolean, by = editor) => {
		const params = { ranking_key: contest.key, artist_id: contest.artistIds[0] ?? 0 };
		return askAs(site, by, hideEntry, { params, body: { hidden, why } });
	};
	const isHidden = async () => {
		const { entries } = await dataAs(site, editor, listEntries, { params: { ranking_key: contest.key } });
		return entries.find(({ artist_id: id }) => id === contest.artistIds[0])?.hidden;
	};
	const vote = async () => (await castVote(site, fan, contest, { tickets: 1 })).error;
	beforeEach(async () => {
		const days = { startsAt: at(-240), endsAt: at(240) };
		contest = await aContest(site.owner, `running-${(contests += 1)}`, { ...days, artists: ['Sol', 'Lun'] });
		fan = await aPerson(site.owner, 'fan', { earned: 90 });
		expect(await vote()).toBeUndefined();
	});

	it('that takes votes is hidden, and shown again, by two operators', async () => {
		const id = approvalIn(await hide(true));
		expect(await isHidden()).toBe(false);
		expect(await vote()).toBeUndefined();
		const payload = { ranking_key: contest.key, hidden: true, en_name: 'Sol', title: `The ${contest.key} ranking` };
		expect((await waiting())[0]).toMatchObject({ approval_id: id, kind: 'entry_visibility', payload });
		const { attention } = await dataAs(site, owner, getDashboard, {});
		expect(attention).toContainEqual(expect.objectContaining({ kind: 'approval_waiting', about: 'entry_visibility' }));
		expect(await decide(editor)).toBe('forbidden');
		const other = await aColleague(site.owner, 'finance');
		const answers = await Promise.all([decide(owner), decide(other)]);
		expect(answers.toSorted()).toEqual([200, 'approval_not_found']);
		expect([await isHidden(), await vote()]).toEqual([true, 'artist_not_listed']);
		expect((await team.trailOf(site, `ranking:${contest.key}`)).slice(0, 2)).toMatchObject([
			{ action: 'ranking.hide_entry', operatorId: editor.operatorId, after: { approval_id: id }, why },
			{ action: 'approval.ask' },
		]);
		expect(approvalIn(await hide(false))).not.toBeNull();
		expect([await decide(owner), await isHidden()]).toEqual([200, false]);
	});

	it('asked for twice, or at once from two devices, waits once', async () => {
		const answers = [...(await Promise.all([hide(true), hide(true)])), await hide(true)];
		const list = await waiting();
		const id = list[0]?.approval_id;
		expect([list.length, ...answers.map(approvalIn)]).toEqual([1, id, id, id]);
		expect([await decide(owner, { call: reject }), await decide(owner, { id })]).toEqual([200, 'approval_not_found']);
		await hide(true);
		expect(await waiting()).toHaveLength(1);
	});

	it('is left as it is by an approval that came too late, or of another payload', async () => {
		const id = approvalIn(await hide(true)) ?? '';
		const other = { params: { approval_id: id }, body: { payload_hash: '0'.repeat(64), why } };
		expect(await outcomeAs(site, owner, approve, other)).toBe('stale_edit');
		await change('update ranking_entry set hidden_at = lightstick_now()');
		expect(await decide(owner)).toBe('stale_edit');
		await change('update ranking_entry set hidden_at = null');
		await change(`update ranking set ends_at = lightstick_now() - interval '2 days'`);
		await closeAndCertify(site.db);
		await change(`update ranking_closing set closed_at = closed_at - interval '2 days'`);
		await closeAndCertify(site.db);
		expect(await decide(owner)).toBe('ranking_state');
		await inHours(25);
		expect(await decide(owner, { id })).toBe('approval_not_found');
		expect(await change('select from ranking_entry where hidden_at is not null')).toEqual([]);
	});

	it('is left as it is if the editor may not ask any more, and if the approval breaks off half-way', async () => {
		await hide(true);
		for (const state of [`role = 'viewer'`, `role = 'editor', removed_at = lightstick_now()`]) {
			await setRole(editor, state);
			expect(await decide(owner)).toBe('forbidden');
		}
		await setRole(editor, 'removed_at = null');
		await change('alter table ranking add constraint broken check (entries_version < 1) not valid');
		expect(await decide(owner)).toBe('internal');
		await change('alter table ranking drop constraint broken');
		expect([await isHidden(), await decide(owner)]).toEqual([false, 200]);
	});

	it('is hidden at once before the opening, and by an operator whom nobody else could approve', async () => {
		await setRole(owner, 'removed_at = lightstick_now()');
		expect(approvalIn(await hide(true))).toBeNull();
		await setRole(owner, 'removed_at = null');
		contest = await aContest(site.owner, 'to-come', { startsAt: at(48), endsAt: at(96), artists: ['Mar', 'Nix'] });
		expect([approvalIn(await hide(true)), await isHidden()]).toEqual([null, true]);
	});
});

describe('a result', () => {
	let params: { ranking_key: string };
	const certify = (by = owner) => askAs(site, by, certifyRanking, { params, body: { why } });
	const stage = async () => (await dataAs(site, editor, readRanking, { params })).ranking.stage;
	beforeEach(async () => {
		params = { ranking_key: `ended-${(contests += 1)}` };
		await aContest(site.owner, params.ranking_key, { startsAt: at(-72), endsAt: at(-12) });
		await closeAndCertify(site.db);
	});

	it('before the end of the review takes two operators', async () => {
		const finance = await aColleague(site.owner, 'finance');
		const asked = await certify();
		expect(asked.body.data).toMatchObject({ ranking: { stage: 'closed' } });
		const payload = { review_ends_time: expect.any(Number) };
		expect((await waiting())[0]).toMatchObject({ approval_id: approvalIn(asked), kind: 'early_result', payload });
		await setRole(owner, `role = 'finance'`);
		expect(await decide(finance)).toBe('forbidden');
		await setRole(owner, `role = 'owner'`);
		expect([await decide(finance), await stage()]).toEqual([200, 'certified']);
		expect((await certify()).body.error).toBe('ranking_state');
	});

	it('that became final meanwhile is not made again, and one owner alone certifies', async () => {
		const finance = await aColleague(site.owner, 'finance');
		await certify();
		await setRole(finance, `role = 'editor'`);
		expect((await certify()).body.data).toMatchObject({ approval_id: null, ranking: { stage: 'certified' } });
		await setRole(finance, `role = 'finance'`);
		expect(await decide(finance)).toBe('ranking_state');
	});
});

describe('fans', () => {
	let fans: number[];
	const set = (fan_ids: number[], suspended = true, dry_run = false) =>
		dataAs(site, editor, setFansSuspended, { body: { fan_ids, suspended, why, dry_run } });
	const suspended = () => sql`select count(*) from wallet where suspended and fan_id = any(${fans})`.value(site.owner);
	beforeEach(async () => {
		const people = Array.from({ length: 12 }, (_, n) => aPerson(site.owner, `fan ${n}`));
		fans = (await Promise.all(people)).map(({ fanId }) => fanId);
	});

	it('are suspended, and restored, several at once by two operators', async () => {
		const outcomes = (asked: Awaited<ReturnType<typeof set>>) => [...new Set(asked.results.map((one) => one.outcome))];
		expect([outcomes(await set(fans, true, true)), await waiting()]).toEqual([['waiting'], []]);
		const asked = await set(fans);
		const { approval_id } = asked;
		expect([outcomes(asked), (await set(fans.toReversed())).approval_id]).toEqual([['waiting'], approval_id]);
		expect(await suspended()).toBe(0);
		// Of those, some were suspended and erased meanwhile.
		await change(`update wallet set suspended = true where fan_id = ${fans[0]}`);
		await change(`update fan set erased_at = lightstick_now() where fan_id = ${fans[1]}`);
		expect([await decide(owner), await suspended()]).toEqual([200, 11]);
		expect(outcomes(await set(fans.slice(2)))).toEqual(['unchanged']);
		expect(await team.trailOf(site, `fan:${fans[2]}`)).toMatchObject([
			{ action: 'fan.suspend', after: { approval_id } },
		]);
		expect((await set(fans, false)).approval_id).not.toBeNull();
	});

	it('are suspended one by one, by one operator, ten a day', async () => {
		const one = (fan_id = 0, call = suspendFan) => dataAs(site, editor, call, { params: { fan_id }, body: { why } });
		for (const fanId of fans.slice(0, 10)) expect((await one(fanId)).approval_id).toBeNull();
		expect((await one(fans[0])).approval_id).toBeNull();
		expect(await one(fans[10])).toMatchObject({ approval_id: expect.any(String), fan: { suspended: false } });
		expect((await set(fans.slice(11))).approval_id).not.toBeNull();
		expect((await one(fans[0], restoreFan)).approval_id).not.toBeNull();
		await inHours(25);
		expect((await one(fans[11])).approval_id).toBeNull();
	});

	it('are suspended at once by an operator whom nobody else could approve', async () => {
		await setRole(owner, 'removed_at = lightstick_now()');
		const { results, approval_id } = await set([...fans, 999_999]);
		expect([approval_id, results.at(-1)?.outcome]).toEqual([null, 'refused']);
		expect(await suspended()).toBe(12);
	});
});

/** Writes that move neither a result nor a balance nor the power to do so. */
const MOVES_NOTHING = `createArtist removeArtist removeNews removeGoods exportFanData setArtistsHidden previewImport logFanOut updateIncident previewMakeGood previewCase markSetup
	exportArtists exportAuditTrail exportCaseVotes exportFans exportOrders saveView removeSavedView keepDraft uploadPicture
	createNews editNews setNewsHidden removeNewsDrafts createCategory editCategory removeCategory previewHtml makePreviewLink endPreviewLink setEntryCards editSettings editCheckInRule editAlerts testAlerts saveTranslation removeTranslation
	addPasskey beginPasskey renamePasskey removePasskey beginStepUp stepUp endSession signOut signOutEverywhere`;
const ofContents = contents.flatMap(({ create, edit, remove }) =>
	[create, edit, remove].flatMap((call) => call?.name ?? []),
);
const movesNothing = [...MOVES_NOTHING.split(/\s+/), ...ofContents];

it('each write of the console has its row in docs/security.md, or moves nothing', async () => {
	const page = await readFile(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
	const table = page.split('## Who needs whom')[1]?.split('\n## ')[0] ?? '';
	const rows = table.split('\n').filter((line) => line.includes('`'));
	const listed = rows.flatMap((line) => {
		const [, , calls = '', role = '', second = ''] = line.split('|').map((cell) => cell.trim());
		return [...calls.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, role, second: !second.startsWith('none') }));
	});
	const writes = operatorCalls.filter(({ methods, access }) => methods[0] !== 'GET' && access !== 'anyone');
	const known = [...listed.map(({ name }) => name), ...movesNothing];
	expect(known.toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
	const roles = { 'operator:editor+finance': 'editor, finance' } as Record<string, string>;
	for (const { name, role, second } of listed) {
		const call = writes.find((one) => one.name === name);
		const { access = '', reply } = call ?? {};
		expect([name, roles[access] ?? access.replace('operator:', '')]).toEqual([name, role]);
		const mayWait =
			z.toJSONSchema(reply ?? z.null(), { unrepresentable: 'any' }).properties?.['approval_id'] !== undefined;
		expect([name, mayWait]).toEqual([name, second]);
	}
	expect(writes.filter(({ moves }) => moves).filter(({ name }) => movesNothing.includes(name))).toEqual([]);
});
