/** What the public log and a result call an artist is not changed by whoever edits the artist. */
import { describe, expect, it } from 'vitest';
import { approve, listApprovals } from '#contract/operator/approvals.ts';
import { editArtist, readArtist } from '#contract/operator/artists.ts';
import { addEntries, exportResults } from '#contract/operator/rankings/entries.ts';
import { sql } from '#server/kernel/database.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { castVote } from '../../fixtures/voting/cases.ts';
import { aColleague, askAs, dataAs, trailOf } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
const finance = beforeTests(() => aColleague(site.owner, 'finance'));
const editor = () => aColleague(site.owner, 'editor');

interface Names {
	en_name?: string;
	native_name?: string | null;
	sub_title?: string | null;
}

async function read(artistId = 0) {
	return (await dataAs(site, await editor(), readArtist, { params: { artist_id: artistId } })).artist;
}

async function rename(artistId: number | undefined, names: Names, why?: string) {
	const { artist_id, avatar: _, description_html: _html, ...fields } = await read(artistId);
	const body = { ...fields, ...names, ...(why === undefined ? {} : { why }) };
	return askAs(site, await editor(), editArtist, { params: { artist_id }, body });
}

async function approveLast() {
	const [last] = (await dataAs(site, finance, listApprovals, { query: {} })).list;
	const params = { approval_id: last?.approval_id ?? '' };
	return askAs(site, finance, approve, { params, body: { payload_hash: last?.payload_hash ?? '', why: 'seen' } });
}

const versionOf = (rankingId: number) =>
	sql`select entries_version from ranking where ranking_id = ${rankingId}`.value<number>(site.owner);
const chart = async (key: string) => {
	const { body } = await site.ask({ path: `/rankings/detail?ranking_key=${key}` });
	return (body.data as { artist_list: { en_name: string }[] }).artist_list.map(({ en_name: name }) => name).toSorted();
};

describe('during a vote', () => {
	const contest = beforeTests(() => aContest(site.owner, 'running', { artists: ['Sol', 'Lun'] }));

	const NAMES: Names[] = [
		{ en_name: 'Other' },
		{ native_name: '다른 이름' },
		{ native_name: null },
		{ sub_title: 'Someone' },
	];
	it.each(NAMES)('a change to %j needs a reason and another operator, and is logged anew', async (names) => {
		const [artistId] = contest.artistIds;
		const before = await read(artistId);
		expect((await rename(artistId, names)).body.error).toBe('rename_needs_reason');
		const asked = await rename(artistId, names, 'their agency asked for it');
		expect(asked.body.data).toMatchObject({ approval_id: expect.any(String), artist: { en_name: before.en_name } });
		const logged = await versionOf(contest.rankingId);
		expect((await approveLast()).status).toBe(200);
		expect(await read(artistId)).toMatchObject(names);
		expect(await versionOf(contest.rankingId)).not.toEqual(logged);
		const edit = expect.objectContaining({ action: 'artist.edit', why: 'their agency asked for it' }) as object;
		expect(await trailOf(site, `artist:${artistId}`)).toContainEqual(edit);
	});

	it('other facts change at once, without a reason', async () => {
		const [artistId] = contest.artistIds;
		const { version, avatar: _, description_html: _html, artist_id, ...fields } = await read(artistId);
		const body = { ...fields, version, fan_color: '#000000' };
		const answer = await askAs(site, await editor(), editArtist, { params: { artist_id }, body });
		expect(answer.body.data).toMatchObject({ approval_id: null, artist: { fan_color: '#000000' } });
	});

	it('an approved name is not given to an artist who has changed since', async () => {
		const [, artistId = 0] = contest.artistIds;
		await rename(artistId, { en_name: 'Asked' }, 'a new name');
		await sql`update artist set en_name = 'Meanwhile' where artist_id = ${artistId}`.run(site.owner);
		expect((await approveLast()).body.error).toBe('stale_edit');
	});

	it('nobody gets exactly the names of another artist', async () => {
		const [first, second] = contest.artistIds;
		const { en_name, native_name, sub_title } = await read(first);
		await rename(second, { en_name: en_name.toUpperCase(), native_name, sub_title }, 'the same');
		expect((await approveLast()).body.error).toBe('artists_alike');
	});

	it('nobody gets a name that another artist of the vote has, or had', async () => {
		const [first, second = 0] = contest.artistIds;
		const { en_name: now } = await read(first);
		await rename(first, { en_name: 'Called Later' }, 'a new name');
		expect((await approveLast()).status).toBe(200);
		for (const names of [{ en_name: now }, { native_name: 'called  later' }]) {
			await rename(second, names, 'the same');
			expect((await approveLast()).body.error).toBe('name_taken');
		}
		await rename(first, { en_name: now }, 'its own again');
		expect((await approveLast()).status).toBe(200);
	});
});

it('a ranking takes no second artist whom fans could not tell from the first', async () => {
	const upcoming = await aContest(site.owner, 'upcoming', { startsIn: 5, endsIn: 9, artists: ['Twin', 'Solo'] });
	const { artistIds } = await aContest(site.owner, 'elsewhere', { artists: ['twin', 'Solo'] });
	const params = { ranking_key: upcoming.key };
	const enter = async (id = 0) => askAs(site, await editor(), addEntries, { params, body: { artist_ids: [id] } });
	await sql`update artist set native_name = 'Twin 이름' where artist_id = ${artistIds[0]}`.run(site.owner);
	await sql`update artist set native_name = '솔로' where artist_id = ${artistIds[1]}`.run(site.owner);
	expect((await enter(artistIds[0])).body.error).toBe('artists_alike');
	expect((await enter(artistIds[1])).status).toBe(200);
});

it('under review no name changes, and a certified result keeps its names', async () => {
	const past = await aContest(site.owner, 'past', { artists: ['Winner', 'Second'] });
	const [winner] = past.artistIds;
	const fan = await aPerson(site.owner, 'a voter', { earned: 100 });
	expect((await castVote(site, fan, past, { tickets: 2 })).error).toBeUndefined();
	await site.owner.query({ text: `update ranking set ends_at = lightstick_now() where ranking_key = 'past'` });
	await closeAndCertify(site.db);
	expect((await rename(winner, { en_name: 'Another' }, 'too soon')).body.error).toBe('artist_in_review');
	await site.clock.set(new Date(Date.now() + 2 * 86_400_000));
	await closeAndCertify(site.db);
	expect((await rename(winner, { en_name: 'Renamed Later' })).status).toBe(200);
	expect(await chart(past.key)).toEqual(['Second', 'Winner']);
	const ended = await site.ask({ path: '/rankings/ended-rankings-profile?page=1&limit=10&ranking_type=monthly' });
	expect(ended.text).toContain('"Winner"');
	expect(ended.text).not.toContain('Renamed Later');
	const ownVotes = await site.ask({ path: '/user/me/votes', token: fan.token });
	const results = async (format: 'csv' | 'json') =>
		askAs(site, await editor(), exportResults, { params: { ranking_key: past.key }, query: { format } });
	for (const { text } of [ownVotes, await results('csv'), await results('json')]) {
		expect(text).toContain('Winner');
		expect(text).not.toContain('Renamed Later');
	}
});
