/** Drafts of rankings: no call of a fan, no page and no job reveals or uses them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { calls as callsOfFans } from '#contract/calls.ts';
import { insertFailedVotes } from '#server/incidents/make-good/sql.ts';
import { sql } from '#server/kernel/database.ts';
import { closeAndCertify, lockRanking } from '#server/rankings/closing/closing.ts';
import { deleteRanking } from '#server/rankings/operator/sql.ts';
import { prepareNextMonth } from '#server/rankings/operator/rankings.ts';
import type { aContest } from '../../fixtures/voting/contests.ts';
import { addressOf } from '../../fixtures/operators/operators.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { aKey, type Answer, beforeTests, type Contest, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const types = ['monthly', 'birthday', 'theme'] as const;
const seoul = (local: string) => new Date(`${local}+09:00`);

const site = beforeTests(openSite);
const editor = beforeTests(() => site.operator('editor'));

async function aDraft(key: string, traits: Parameters<typeof aContest>[2]): Promise<Contest> {
	const contest = await site.contest(key, { ...traits, tab: key });
	await sql`update ranking set published_at = null where ranking_id = ${contest.rankingId}`.run(site.owner);
	return contest;
}

const byKey = (key: string) => ({ params: { ranking_key: key } });
/** As the operator sees it now, unless another version is named. */
async function publish(key: string, version?: number) {
	const seen = await editor.ask(calls.readRanking, byKey(key));
	const latest = (seen.body.data as { ranking?: { version: number } } | null)?.ranking?.version ?? 1;
	return editor.ask(calls.publishRanking, { ...byKey(key), body: { version: version ?? latest } });
}
const unpublish = (key: string) => editor.ask(calls.unpublishRanking, { ...byKey(key), body: { why: 'too early' } });
const remove = (key: string) => editor.ask(calls.deleteRanking, byKey(key));
const isSeen = async (key: string) => (await site.ask({ path: `/rankings/detail?ranking_key=${key}` })).status === 200;

describe('a draft', () => {
	const drafts: Contest[] = [];
	beforeAll(async () => {
		for (const type of types) {
			// Drafts whose dates make them running, ended, and upcoming.
			const traits = { type, artists: [`Unseen ${type}`, 'Unseen too'] };
			drafts.push(
				await aDraft(`unseen-now-${type}`, traits),
				await aDraft(`unseen-past-${type}`, { ...traits, startsIn: -20, endsIn: -5 }),
				await aDraft(`unseen-soon-${type}`, { ...traits, startsIn: 2, endsIn: 9 }),
			);
		}
		await closeAndCertify(site.db);
	});

	it.each(callsOfFans.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
		'is unknown to %s',
		async (_, endpoint) => {
			const fan = await site.fan('a curious fan', { earned: 1_000 });
			for (const { key, artistIds } of drafts) {
				const params = { ranking_key: key, artist_id: artistIds[0], news_id: 1, trade_no: 'none' };
				const known = { ranking_key: key, id: key, page: 1, limit: 100, search_keyword: 'unseen' };
				const named = endpoint.query ? Object.keys(shapeOf(endpoint.query)) : [];
				const query = Object.fromEntries(Object.entries(known).filter(([name]) => named.includes(name)));
				const method = endpoint.methods[0];
				const body = { artist_id: artistIds[0], ticket_number: 1 };
				const answer = await site.ask({
					method,
					path: addressOf(endpoint, params, query),
					token: fan.token,
					...(method === 'GET' ? {} : { body }),
				});
				expect(answer.text).not.toMatch(/unseen-(?:now|past|soon)/);
				if (endpoint.name !== 'getArtist') expect(answer.text).not.toMatch(/Unseen (?:too|monthly|birthday|theme)/);
				if ('ranking_key' in query || endpoint === calls.castVote) expect(answer.body.error).toBe('ranking_not_found');
				else if (endpoint.access === 'anyone' && method === 'GET' && named.every((name) => name in known)) {
					expect([200, 404]).toContain(answer.status);
				}
			}
		},
	);

	const PAGES = ['/', '/leader-board', '/leader-board?main_tab=unseen-now-theme', '/sitemap.xml', '/rank_rewards'];
	it.each(PAGES)('is on no page: %s', async (url) => {
		const page = await site.app.inject(url);
		// The address that was asked for may stand in an answer; what stands behind it may not.
		expect(page.body).not.toMatch(/The unseen|"rank_key":"unseen|Unseen/);
		if (url === '/sitemap.xml') expect(page.body).not.toMatch(/unseen-\w+-(?:birthday|theme)/);
	});

	it('is neither closed nor certified, and no vote has reached it', async () => {
		await closeAndCertify(site.db);
		const touched = await sql`select ranking_key from ranking where published_at is null and (
				exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)
				or exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
				or ranking_id in (select ranking_id from tally))`.all(site.owner);
		expect(touched).toEqual([]);
	});

	it('is upcoming and open to every change for operators, whatever the clock says', async () => {
		const { ranking } = await editor.data(calls.readRanking, byKey('unseen-past-theme'));
		expect(ranking).toMatchObject({ draft: true, status: 'upcoming', stage: 'open', frozen: false });
		const pause = { ...byKey('unseen-now-theme'), body: { why: 'no' } };
		expect(await editor.outcome(calls.pauseRanking, pause)).toBe('ranking_state');
	});

	it('is shown once it is published, which its start must not have passed for', async () => {
		expect((await publish('unseen-now-theme')).body.error).toBe('period_invalid');
		expect((await publish('unseen-soon-theme')).status).toBe(200);
		expect((await publish('unseen-soon-theme')).body.error).toBe('ranking_state');
		expect(await isSeen('unseen-soon-theme')).toBe(true);
		expect((await publish('nowhere')).body.error).toBe('ranking_not_found');
	});
});

describe('publishing', () => {
	it('refuses a draft without artists, and one that was changed since the operator saw it', async () => {
		await aDraft('unready', { type: 'theme', startsIn: 2, endsIn: 9, artists: [] });
		expect((await publish('unready')).body.error).toBe('ranking_incomplete');
		await aDraft('changed', { type: 'theme', startsIn: 2, endsIn: 9, artists: ['First Snow'] });
		await site.owner.query({ text: `update ranking set version = version + 1 where ranking_key = 'changed'` });
		expect((await publish('changed', 1)).body.error).toBe('stale_edit');
		expect([await isSeen('unready'), await isSeen('changed')]).toEqual([false, false]);
	});

	it('is undone until the first vote, with a reason on record, and not after it', async () => {
		const { key, artistIds } = await site.contest('undone', { type: 'theme', artists: ['First Snow'] });
		expect(await isSeen(key)).toBe(true);
		expect((await unpublish(key)).body.data).toMatchObject({ ranking: { draft: true, can_unpublish: false } });
		// Fans may get the chart of the second before.
		await expect.poll(() => isSeen(key)).toBe(false);
		expect((await site.trail(`ranking:${key}`))[0]).toMatchObject({ action: 'ranking.unpublish', why: 'too early' });
		expect((await unpublish(key)).body.error).toBe('ranking_state');
		await site.owner.query({ text: `update ranking set published_at = now() where ranking_key = '${key}'` });
		const fan = await site.fan('the first voter', { earned: 100 });
		expect((await site.castVote(fan, { key, artistIds })).status).toBe(200);
		expect((await unpublish(key)).body.error).toBe('ranking_has_votes');
		expect((await editor.data(calls.readRanking, byKey(key))).ranking.can_unpublish).toBe(false);
	});

	it('can be given up: a draft is deleted with its artists, unless fans have seen it open', async () => {
		await site.contest('live', { type: 'theme', artists: ['First Snow'] });
		expect((await remove('live')).body.error).toBe('ranking_state');
		await aDraft('on-a-card', { type: 'theme', startsIn: 2, endsIn: 9 });
		expect((await remove('on-a-card')).body.error).toBe('ranking_in_use');
		await site.owner.query({ text: `delete from rank_entry_config where main_tab = 'on-a-card'` });
		expect((await remove('on-a-card')).status).toBe(200);
		expect((await remove('on-a-card')).body.error).toBe('ranking_not_found');
		expect((await site.trail('ranking:on-a-card'))[0]).toMatchObject({ action: 'ranking.delete' });
		const { rankingId } = await aDraft('opened', { type: 'theme', startsIn: -2, endsIn: 9 });
		await sql`insert into vote_log (ranking_id, ranking_version, entries_version, rules)
			values (${rankingId}, 1, 1, '{}')`.run(site.owner);
		expect((await remove('opened')).body.error).toBe('ranking_state');
		const failed = await aDraft('only-failed', { type: 'theme', startsIn: -2, endsIn: 9 });
		const fan = await site.fan('unlucky', {});
		const vote = { rankingKey: failed.key, artistId: failed.artistIds[0] ?? 0, tickets: 1 };
		await insertFailedVotes(site.db, [{ fanId: fan.fanId, key: aKey(), ageMs: 0, ...vote }]);
		expect((await remove('only-failed')).body.error).toBe('ranking_state');
	});
});

it('a draft that is deleted while an operator edits it is not found, also if another one has its key by then', async () => {
	const { key, rankingId } = await aDraft('deleted-meanwhile', { type: 'theme', startsIn: 2, endsIn: 9 });
	await site.owner.query({ text: 'delete from rank_entry_config where ranking_id = $1', values: [rankingId] });
	const { ranking } = await editor.data(calls.readRanking, byKey(key));
	const { version, title, starts_local, ends_local, gems_per_vote, votes_per_fan_max, review_hours } = ranking;
	const rules = { starts_local, ends_local, gems_per_vote, votes_per_fan_max, review_hours };
	const looks = { title, cover_alt: '', cover_link_url: null, cover_media_id: null };
	const edits = Promise.withResolvers<Answer[]>();
	await site.owner.transaction(async (tx) => {
		await lockRanking(tx, rankingId);
		const edit = { ...byKey(key), body: { version, ...rules, ...looks } };
		edits.resolve(Promise.all([editor.ask(calls.editRanking, edit), remove(key)]));
		await expect.poll(() => waitingForLocks(site.owner, 'for no key update')).toHaveLength(2);
		await deleteRanking(tx, rankingId);
		const now = sql`lightstick_now()`;
		await sql`insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, published_at)
			select ${key}, 'theme', 'Another one', ${now} + interval '2 days', ${now} + interval '9 days', 10, null`.run(tx);
	});
	expect((await edits.promise).map(({ body }) => body.error)).toEqual(['ranking_not_found', 'ranking_not_found']);
	const { ranking: another } = await editor.data(calls.readRanking, byKey(key));
	expect(another).toMatchObject({ title: 'Another one', version: 1 });
});

describe('a monthly draft', () => {
	const own = beforeTests(openSite);

	it('is waited for until the last hour; then the month opens without it', async () => {
		const [november, december, january] = ['2026-11-01T00:00', '2026-12-01T00:00', '2027-01-01T00:00'].map(seoul);
		await own.clock.set(seoul('2026-11-10T12:00'));
		await own.contest('monthly-2026-11', { startsAt: november, endsAt: december });
		const draft = await own.contest('monthly-2026-12', { startsAt: december, endsAt: january });
		await sql`update ranking set published_at = null where ranking_id = ${draft.rankingId}`.run(own.owner);
		await own.clock.set(seoul('2026-11-30T22:59'));
		expect(await prepareNextMonth(own.db)).toBeNull();
		await own.clock.set(seoul('2026-11-30T23:07'));
		expect(await prepareNextMonth(own.db)).toBe('monthly-2026-12-2');
		expect(await prepareNextMonth(own.db)).toBeNull();
		await own.clock.set(seoul('2026-12-01T00:00'));
		const { body } = await own.ask({ path: '/configurations/site' });
		expect(body.data).toMatchObject({ current_monthly_rank_key: 'monthly-2026-12-2' });
	});
});

describe('birthday charts', () => {
	const own = beforeTests(openSite);

	it('are proposed for the two months to come, and made as drafts with everybody born then', async () => {
		const colleague = await own.operator('editor');
		await own.clock.set(seoul('2026-11-21T12:00'));
		await sql`insert into artist (kind, en_name, gender, birthday, hidden_at) values
				('solo', 'Late in December', 2, '2001-12-31', null), ('solo', 'Early in December', 1, '1999-12-01', null),
				('solo', 'Hidden in December', 1, '1999-12-02', now()), ('solo', 'January', 1, '2000-01-15', null),
				('solo', 'February', 1, '2000-02-29', null), ('group', 'A group', null, '2000-12-05', null)`.run(own.owner);
		const { proposals } = await colleague.data(calls.listBirthdayProposals);
		expect(proposals).toMatchObject([
			{
				month: '2026-12',
				ranking_key: 'birthday-december-2026',
				title: 'December 2026 Birthdays',
				made: false,
				starts_local: '2026-11-22T00:00',
				ends_local: '2026-12-01T00:00',
			},
			{ month: '2027-01', starts_local: '2026-12-01T00:00', ends_local: '2027-01-01T00:00' },
		]);
		expect(proposals[0]?.artists.map(({ en_name: name }) => name)).toEqual(['Early in December', 'Late in December']);
		const made = await colleague.data(calls.makeBirthdayRanking, { params: { month: '2026-12' } });
		expect(made.ranking).toMatchObject({ draft: true, ranking_type: 'birthday', artist_count: 2 });
		const { entries } = await colleague.data(calls.listEntries, byKey('birthday-december-2026'));
		expect(entries).toHaveLength(2);
		const again = await colleague.ask(calls.makeBirthdayRanking, { params: { month: '2026-12' } });
		expect(again.body.error).toBe('ranking_exists');
		const none = await colleague.ask(calls.makeBirthdayRanking, { params: { month: '2027-02' } });
		expect(none.body.error).toBe('ranking_not_found');
		const left = await colleague.data(calls.listBirthdayProposals);
		expect(left.proposals.map((proposal) => proposal.made)).toEqual([true, false]);
	});
});

function shapeOf(query: object): Record<string, unknown> {
	return 'shape' in query && typeof query.shape === 'object' && query.shape !== null ? { ...query.shape } : {};
}
