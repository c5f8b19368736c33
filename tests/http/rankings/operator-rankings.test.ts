/** Operators make rankings, change them, and end them. */
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(openSite);
const editor = beforeTests(() => site.operator('editor'));
const owner = beforeTests(() => site.operator('owner'));

type Creation = InputOf<typeof calls.createRanking>['body'];

const aRanking = (key: string, changes: Partial<Creation> = {}): Creation => ({
	ranking_key: key,
	ranking_type: 'theme',
	title: 'Songs of the sea',
	starts_local: '2031-03-01T00:00',
	ends_local: '2031-04-01T00:00',
	votes_per_fan_max: null,
	review_hours: 24,
	cover_media_id: null,
	cover_alt: '',
	cover_link_url: null,
	...changes,
});
const create = (body: Creation, by = editor) => by.ask(calls.createRanking, { body });
const byKey = (key: string) => ({ params: { ranking_key: key } });
const why = 'numbers that need a look';

/** The fields of a ranking as an edit sends them back. */
async function editOf(key: string) {
	const { ranking } = await editor.data(calls.readRanking, byKey(key));
	const { version, title, starts_local, ends_local, gems_per_vote, votes_per_fan_max, review_hours } = ranking;
	const { cover_alt, cover_link_url, cover } = ranking;
	const rules = { starts_local, ends_local, gems_per_vote, votes_per_fan_max, review_hours };
	return { version, title, ...rules, cover_alt, cover_link_url, cover_media_id: cover?.media_id ?? null };
}
type Edit = Awaited<ReturnType<typeof editOf>>;
const edit = (key: string, body: Edit, by = editor) => by.ask(calls.editRanking, { ...byKey(key), body });

describe('a new ranking', () => {
	it('begins and ends by the site’s clock, costs what votes cost, and is on record', async () => {
		const answer = await create(aRanking('sea-songs'));
		expect(answer.body.data).toMatchObject({
			ranking: {
				status: 'upcoming',
				frozen: false,
				start_time: Date.parse('2031-03-01T00:00+09:00') / 1000,
				starts_local: '2031-03-01T00:00',
				ends_local: '2031-04-01T00:00',
				timezone: 'Asia/Seoul',
				gems_per_vote: 10,
				version: 1,
			},
		});
		const [entry] = await site.trail('ranking:sea-songs');
		expect(entry).toMatchObject({ action: 'ranking.create', operatorId: editor.operatorId, before: null });
	});

	it('has a key of its own and a period to come, on days that the calendar has', async () => {
		await create(aRanking('taken'));
		expect((await create(aRanking('taken'))).body.error).toBe('ranking_exists');
		const refused = async (changes: Partial<Creation>) => (await create(aRanking('nope', changes))).body.error;
		expect(await refused({ starts_local: '2031-04-01T00:00' })).toBe('period_invalid');
		expect(await refused({ starts_local: '2020-01-01T00:00' })).toBe('period_invalid');
		expect(await refused({ starts_local: '2031-02-30T00:00' })).toBe('invalid_request');
		expect(await refused({ cover_media_id: '0'.repeat(32) })).toBe('media_unknown');
		expect(await refused({ cover_link_url: 'javascript:alert(1)' })).toBe('invalid_request');
	});

	it('costs something else only by finance or an owner, who has just used a passkey', async () => {
		const dearer = aRanking('dearer', { gems_per_vote: 12 });
		const later = await site.operator('owner');
		await sql`update operator_session set step_up_ends_at = null
			where operator_id = ${later.operatorId}`.run(site.owner);
		expect((await create(dearer)).body.error).toBe('forbidden');
		expect((await create(dearer, later)).body.error).toBe('passkey_missing');
		expect((await create(aRanking('usual'), later)).status).toBe(200);
		const cheaper = { ...(await editOf('usual')), gems_per_vote: 1 };
		expect((await edit('usual', cheaper, later)).body.error).toBe('passkey_missing');
		const made = { ranking: { gems_per_vote: 12 }, approval_id: null };
		expect((await create(dearer, owner)).body.data).toMatchObject(made);
	});

	it('far from the site’s price is made by two, exactly as asked', async () => {
		const finance = await site.operator('finance');
		const cheap = aRanking('cheap', { gems_per_vote: 1 });
		const asked = dataOf(calls.createRanking, await create(cheap, owner));
		expect(asked.ranking).toBeNull();
		expect((await editor.ask(calls.readRanking, byKey('cheap'))).status).toBe(404);
		expect(await owner.decide(asked.approval_id)).toBe('own_approval');
		expect(await finance.decide(asked.approval_id)).toBe(200);
		const { ranking } = await owner.data(calls.readRanking, byKey('cheap'));
		expect(ranking).toMatchObject({ gems_per_vote: 1, title: cheap.title });
		const after = { approval_id: asked.approval_id, gems_per_vote: 1 };
		const entry = { action: 'ranking.create', operatorId: owner.operatorId, after };
		expect((await site.trail('ranking:cheap'))[0]).toMatchObject(entry);
		expect(await finance.decide(asked.approval_id)).toBe('approval_not_found');
	});

	it('gets another price far from the site’s by two, however small the steps', async () => {
		await create(aRanking('in-steps'));
		const price = async (gems: number) => {
			const body = { ...(await editOf('in-steps')), gems_per_vote: gems };
			return dataOf(calls.editRanking, await edit('in-steps', body, owner));
		};
		expect((await price(8)).approval_id).toBeNull();
		const asked = await price(6);
		expect(asked.ranking.gems_per_vote).toBe(8);
		await edit('in-steps', { ...(await editOf('in-steps')), title: 'Another name' });
		const finance = await site.operator('finance');
		expect(await finance.decide(asked.approval_id)).toBe('stale_edit');
		const again = await price(6);
		expect(await finance.decide(again.approval_id)).toBe(200);
		expect(await editOf('in-steps')).toMatchObject({ gems_per_vote: 6, title: 'Another name' });
		expect((await price(10)).approval_id).toBeNull();
	});

	it('of the next month is last month’s once more, as a draft that fans do not see', async () => {
		const [startsAt, endsAt] = [new Date('2030-12-01T00:00+09:00'), new Date('2031-01-01T00:00+09:00')];
		await site.contest('monthly-2030-12', { startsAt, endsAt });
		const { ranking } = await editor.data(calls.cloneLastMonth);
		const clone = { ranking_key: 'monthly-2031-01', starts_local: '2031-01-01T00:00', artist_count: 4, draft: true };
		expect(ranking).toMatchObject(clone);
		expect((await site.trail('ranking:monthly-2031-01'))[0]).toMatchObject({ action: 'ranking.clone' });
		expect((await site.ask({ path: '/rankings/detail?ranking_key=monthly-2031-01' })).status).toBe(404);
	});
});

it('an edit is kept whole; of several editors, at the same moment too, one wins, and the others are told', async () => {
	await create(aRanking('edited'));
	const seen = await editOf('edited');
	expect((await edit('edited', { ...seen, title: 'First', review_hours: 0 })).status).toBe(200);
	const second = await edit('edited', { ...seen, title: 'Second' });
	expect([second.status, second.body.error]).toEqual([409, 'stale_edit']);
	const now = await editOf('edited');
	expect(now).toMatchObject({ title: 'First', review_hours: 0, version: 2 });
	const answers = await Promise.all(['A', 'B', 'C'].map((title) => edit('edited', { ...now, title })));
	expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
});

it('an edit changes title and cover after the opening, and no rule', async () => {
	await site.contest('running');
	const seen = await editOf('running');
	const rules = [
		{ ends_local: '2031-01-01T00:00' },
		{ gems_per_vote: 1 },
		{ votes_per_fan_max: 5 },
		{ review_hours: 1 },
	];
	for (const rule of rules) {
		expect((await edit('running', { ...seen, ...rule }, owner)).body.error).toBe('ranking_frozen');
	}
	const ranking = { title: 'A better name', version: 2, frozen: true };
	expect((await edit('running', { ...seen, title: 'A better name' })).body.data).toMatchObject({ ranking });
});

it('a running ranking pauses with a reason and takes votes again, each once and on record', async () => {
	const contest = await site.contest('stopped');
	const fan = await site.fan('a voter', { earned: 100 });
	const vote = async () => (await site.castVote(fan, contest)).body.message;
	const pause = () => editor.ask(calls.pauseRanking, { ...byKey('stopped'), body: { why } });
	const resume = () => editor.ask(calls.resumeRanking, { ...byKey('stopped'), body: {} });
	expect((await resume()).body.error).toBe('ranking_state');
	expect((await pause()).body.data).toMatchObject({ ranking: { status: 'paused', pause: { reason: why } } });
	expect(await vote()).toBe('Voting is paused at the moment');
	expect((await pause()).body.error).toBe('ranking_state');
	expect((await resume()).body.data).toMatchObject({ ranking: { status: 'ongoing', pause: null } });
	expect(await vote()).toBe('ok');
	expect(await site.trail('ranking:stopped')).toMatchObject([
		{ action: 'ranking.resume', why: null },
		{ action: 'ranking.pause', why, before: { status: 'ongoing' }, after: { status: 'paused' } },
	]);
});

it('a running ranking is certified after its review, by an owner alone, once', async () => {
	const { key } = await site.contest('ended', { startsIn: -3, endsIn: -0.5 });
	const certify = () => owner.ask(calls.certifyRanking, { ...byKey(key), body: { why: 'reviewed' } });
	expect((await certify()).body.error).toBe('ranking_state');
	await closeAndCertify(site.db);
	await site.owner.query({ text: `update ranking_closing set closed_at = closed_at - interval '2 days'` });
	expect((await certify()).body.data).toMatchObject({ ranking: { stage: 'certified', status: 'ended' } });
	expect((await certify()).body.error).toBe('ranking_state');
});
