/**
 * Entries of a ranking: added by hand, imported from a file, and removed. And their names: what the public log and a result call an
 * artist is not changed by whoever edits the artist.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { beforeTests, type Contest, dataOf, openSite, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

let editor: Operator;
let contest: Contest;
let contests = 0;

const site = beforeTests(openSite);
beforeAll(async () => {
	editor = await site.operator('editor');
	for (const name of ['Sol Vane', 'Twin Moon', 'Twin Moon', '달빛 똠방', '=HYPERLINK("x")']) await anArtist(name);
	await anArtist('Nobody Yet', true);
});

beforeEach(async () => {
	contests += 1;
	contest = await site.contest(`coming-${contests}`, { startsIn: 5, endsIn: 9, artists: ['Ayu Bara', 'Bex'] });
});

const ids = new Map<string, number>();

async function anArtist(name: string, hidden = false): Promise<void> {
	const id = sql`insert into artist (kind, en_name, hidden_at)
		values ('group', ${name}, case when ${hidden} then lightstick_now() end) returning artist_id`;
	ids.set(name, await id.value<number>(site.owner));
}

const idOf = (name: string) => ids.get(name) ?? 0;
const byKey = () => ({ params: { ranking_key: contest.key } });
const namesOf = async () => (await editor.data(calls.listEntries, byKey())).entries.map((entry) => entry.en_name);
const add = (...artist_ids: number[]) => editor.ask(calls.addEntries, { ...byKey(), body: { artist_ids } });

const upload = (file: string | Buffer, name = 'entries.csv') =>
	editor.upload(`/console/rankings/${contest.key}/entries/import`, { name, bytes: Buffer.from(file) });
async function preview(file: string | Buffer) {
	const answer = await upload(file);
	if (answer.status !== 200) throw new Error(answer.text);
	return dataOf(calls.previewImport, answer).preview;
}
const commit = (importId: string, by = editor) =>
	by.ask(calls.commitImport, { params: { ranking_key: contest.key, import_id: importId } });

describe('entries', () => {
	it('are at most 3,000, by hand and by file', async () => {
		const extra = calls.ENTRIES_MAX - contest.artistIds.length - 1;
		const made = sql`insert into artist (kind, en_name) select 'group', 'Extra ' || n from generate_series(1, ${extra}) n
			returning artist_id`;
		await sql`with made as (${made}) insert into ranking_entry (ranking_id, artist_id)
			select ${contest.rankingId}, artist_id from made`.run(site.owner);
		const { import_id: importId } = await preview('en_name\nSol Vane\n');
		expect((await add(idOf('Sol Vane'), idOf('=HYPERLINK("x")'))).body.error).toBe('too_many_entries');
		expect(await namesOf()).toHaveLength(calls.ENTRIES_MAX - 1);
		expect((await add(idOf('=HYPERLINK("x")'))).status).toBe(200);
		const late = await preview('en_name\nSol Vane\n');
		expect((await commit(late.import_id)).body.error).toBe('too_many_entries');
		expect((await commit(importId)).body.error).toBe('stale_edit');
	});

	it('are added all or none, and taken out before the opening', async () => {
		expect((await add(idOf('Sol Vane'), idOf('Sol Vane'))).status).toBe(200);
		expect((await add(idOf('=HYPERLINK("x")'), 999_999)).body.error).toBe('artist_not_found');
		expect((await add(idOf('Nobody Yet'))).body.error).toBe('artist_hidden');
		expect((await add(9_999_999_999)).body.error).toBe('invalid_request');
		// Artists of the contest are younger than those of the file.
		expect(await namesOf()).toEqual(['Sol Vane', 'Ayu Bara', 'Bex']);
		const out = { params: { ranking_key: contest.key, artist_id: idOf('Sol Vane') } };
		await editor.data(calls.removeEntry, out);
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
		expect(await editor.outcome(calls.removeEntry, out)).toBe('artist_not_found');
		expect(await site.trail(`ranking:${contest.key}`)).toMatchObject([
			{ action: 'ranking.remove_entry', before: { artist_id: idOf('Sol Vane') } },
			{ action: 'ranking.enter', after: { entered: [idOf('Sol Vane')] } },
		]);
	});

	it('stand as they are from the opening on, but one can be hidden with a reason', async () => {
		contest = await site.contest(`open-${contests}`);
		const [first = 0, second = 0] = contest.artistIds;
		const fan = await site.fan('a voter', { earned: 50 });
		await site.castVote(fan, contest, { tickets: 5 });
		// The standings are summed before a read.
		await site.ask({ path: `/rankings/detail?ranking_key=${contest.key}` });
		expect((await add(idOf('Sol Vane'))).body.error).toBe('ranking_frozen');
		const out = { params: { ranking_key: contest.key, artist_id: second } };
		expect(await editor.outcome(calls.removeEntry, out)).toBe('ranking_frozen');
		expect((await upload('artist_id\n1')).body.error).toBe('ranking_frozen');
		const params = { ranking_key: contest.key, artist_id: first };
		const hide = async (hidden: boolean) => {
			await editor.data(calls.hideEntry, { params, body: { hidden, why: 'asked by the agency' } });
			expect(await approveLast()).toBe(200);
			return (await editor.data(calls.listEntries, byKey())).entries;
		};
		expect((await hide(true)).at(-1)).toMatchObject({ artist_id: first, hidden: true, rank: null, tickets: 5 });
		expect((await hide(false))[0]).toMatchObject({ artist_id: first, hidden: false, rank: 1, tickets: 5 });
	});
});

describe('a file', () => {
	it('is previewed row by row and changes nothing until it is committed, once', async () => {
		const shown = await preview(`en_name,artist_id\r\nsol vane,\r\n,${contest.artistIds[0]}\r\n`);
		expect(shown).toMatchObject({ encoding: 'UTF-8', errors: 0, file_name: 'entries.csv' });
		expect(shown.rows).toMatchObject([
			{ row: 2, outcome: 'enter', artist_id: idOf('Sol Vane'), en_name: 'Sol Vane' },
			{ row: 3, outcome: 'already' },
		]);
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
		expect((await commit(shown.import_id)).status).toBe(200);
		expect((await namesOf()).toSorted()).toEqual(['Ayu Bara', 'Bex', 'Sol Vane']);
		expect((await commit(shown.import_id)).body.error).toBe('import_not_found');
	});

	it('with any wrong row is not committed, and says what is wrong with each', async () => {
		const lines = ['Sol Vane', 'Twin Moon', 'No Such Band', 'SOL VANE', 'Nobody Yet', ' '];
		const shown = await preview(`en_name,x\n${lines.map((line) => `${line},-`).join('\n')}`);
		expect(shown.rows.map(({ outcome }) => outcome)).toEqual('enter ambiguous unknown twice hidden empty'.split(' '));
		expect(shown.errors).toBe(5);
		expect((await commit(shown.import_id)).body.error).toBe('import_has_errors');
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
	});

	it('reads the file of the artists that the console writes', async () => {
		const file = (await editor.ask(calls.exportArtists, { body: { search: 'Twin Moon' } })).text;
		const shown = await preview(file);
		expect(shown.rows.map(({ outcome }) => outcome)).toEqual(['enter', 'enter']);
		const one = await preview(file.split('\n').slice(0, 2).join('\n'));
		expect((await commit(one.import_id)).status).toBe(200);
		expect(await namesOf()).toContain('Twin Moon');
	});

	it('creates the artists that do not exist yet, if their rows say what they are', async () => {
		const rows = ['Sol Vane,group,,,,', 'New Wave,Group,,,#a1b2c3,', 'New Star,solo,female,2001-07-07,,'];
		const heading = 'en_name,kind,gender,birthday,fan_color,sub_title';
		const shown = await preview([heading, ...rows, 'New Song,song,,,,New Wave'].join('\n'));
		expect(shown.rows.map(({ outcome }) => outcome)).toEqual(['enter', 'create', 'create', 'create']);
		expect((await commit(shown.import_id)).status).toBe(200);
		const { entries } = await editor.data(calls.listEntries, byKey());
		expect(entries.slice(-3)).toMatchObject([
			{ en_name: 'New Wave', kind: 'group', hidden: false },
			{ en_name: 'New Star', kind: 'solo' },
			{ en_name: 'New Song', kind: 'song', sub_title: 'New Wave' },
		]);
		const made = entries.at(-2)?.artist_id ?? 0;
		const { artist } = await editor.data(calls.readArtist, { params: { artist_id: made } });
		expect(artist).toMatchObject({ gender: 2, birthday: '2001-07-07', fan_color: null });
		expect(await site.trail(`artist:${made}`)).toMatchObject([{ action: 'artist.create' }]);
		// The same file means the same artists from now on.
		const again = await preview('en_name,kind\nNew Wave,group\nNew Star,solo\n');
		expect(again.rows.map(({ outcome }) => outcome)).toEqual(['already', 'already']);
	});

	it('creates nothing twice: an artist made since the preview makes it stale', async () => {
		const shown = await preview('en_name,kind\nEarly Bird,group\n');
		await anArtist('early bird');
		expect((await commit(shown.import_id)).body.error).toBe('stale_edit');
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
	});

	it('is committed only as previewed: not after others changed the entries, nor by somebody else, nor late', async () => {
		const first = await preview('en_name\nSol Vane');
		await add(idOf('달빛 똠방'));
		expect((await commit(first.import_id)).body.error).toBe('stale_edit');
		const second = await preview('en_name\nSol Vane');
		const other = await site.operator('editor');
		expect((await commit(second.import_id, other)).body.error).toBe('import_not_found');
		await site.later({ minutes: 61 });
		editor = await site.operator('editor');
		expect((await commit(second.import_id)).body.error).toBe('import_not_found');
		await site.clock.run();
		editor = await site.operator('editor');
	});

	it('that is no table, or too much of one, is refused with a word about it', async () => {
		const refusal = async (file: string | Buffer) => (await upload(file)).body.error;
		for (const file of ['name\nSol Vane', 'en_name\n"Sol']) expect(await refusal(file)).toBe('file_unreadable');
		expect(await refusal('')).toBe('file_missing');
		expect(await refusal(`en_name\n${'x\n'.repeat(3001)}`)).toBe('file_too_long');
		expect((await preview(`en_name\n${'x\n'.repeat(3000)}`)).errors).toBe(3000);
		const large = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'));
		expect([large.status, large.body.error]).toEqual([413, 'file_too_large']);
		const json = await editor.ask(calls.previewImport, byKey(), { 'content-type': 'application/json' });
		expect(json.body.error).toBe('file_missing');
	});
});

it('the results are a file without cells that a spreadsheet would run, and JSON for programs', async () => {
	await add(idOf('=HYPERLINK("x")'));
	const csv = await editor.ask(calls.exportResults, { ...byKey(), query: {} });
	expect(csv.headers['content-disposition']).toBe(`attachment; filename="${contest.key}.csv"`);
	expect(csv.text).toContain(`,"'=HYPERLINK(""x"")",`);
	const json = await editor.ask(calls.exportResults, { ...byKey(), query: { format: 'json' } });
	const { results } = JSON.parse(json.text) as { results: unknown[] };
	expect(results).toHaveLength(3);
});

const finance = beforeTests(() => site.operator('finance'));

interface Names {
	en_name?: string;
	native_name?: string | null;
	sub_title?: string | null;
}

async function read(artistId = 0) {
	return (await editor.data(calls.readArtist, { params: { artist_id: artistId } })).artist;
}

async function rename(artistId: number | undefined, names: Names, why?: string) {
	const { artist_id, avatar: _, description_html: _html, ...fields } = await read(artistId);
	const body = { ...fields, ...names, ...(why === undefined ? {} : { why }) };
	return editor.ask(calls.editArtist, { params: { artist_id }, body });
}

const approveLast = async () => finance.decide((await finance.data(calls.listApprovals)).list[0]?.approval_id);

const versionOf = (rankingId: number) =>
	sql`select entries_version from ranking where ranking_id = ${rankingId}`.value<number>(site.owner);
const chart = async (key: string) => {
	const { body } = await site.ask({ path: `/rankings/detail?ranking_key=${key}` });
	return (body.data as { artist_list: { en_name: string }[] }).artist_list.map(({ en_name: name }) => name).toSorted();
};

describe('during a vote', () => {
	const named = beforeTests(() => site.contest('running', { artists: ['Sol', 'Lun'] }));

	const NAMES: Names[] = [
		{ en_name: 'Other' },
		{ native_name: '다른 이름' },
		{ native_name: null },
		{ sub_title: 'Someone' },
	];
	it.each(NAMES)('a change to %j needs a reason and another operator, and is logged anew', async (names) => {
		const [artistId] = named.artistIds;
		const before = await read(artistId);
		expect((await rename(artistId, names)).body.error).toBe('rename_needs_reason');
		const asked = await rename(artistId, names, 'their agency asked for it');
		expect(asked.body.data).toMatchObject({ approval_id: expect.any(String), artist: { en_name: before.en_name } });
		const logged = await versionOf(named.rankingId);
		expect(await approveLast()).toBe(200);
		expect(await read(artistId)).toMatchObject(names);
		expect(await versionOf(named.rankingId)).not.toEqual(logged);
		const edit = expect.objectContaining({ action: 'artist.edit', why: 'their agency asked for it' }) as object;
		expect(await site.trail(`artist:${artistId}`)).toContainEqual(edit);
	});

	it('other facts change at once, without a reason', async () => {
		const [artistId] = named.artistIds;
		const { version, avatar: _, description_html: _html, artist_id, ...fields } = await read(artistId);
		const body = { ...fields, version, fan_color: '#000000' };
		const answer = await editor.ask(calls.editArtist, { params: { artist_id }, body });
		expect(answer.body.data).toMatchObject({ approval_id: null, artist: { fan_color: '#000000' } });
	});

	it('an approved name is not given to an artist who has changed since', async () => {
		const [, artistId = 0] = named.artistIds;
		await rename(artistId, { en_name: 'Asked' }, 'a new name');
		await sql`update artist set en_name = 'Meanwhile' where artist_id = ${artistId}`.run(site.owner);
		expect(await approveLast()).toBe('stale_edit');
	});

	it('nobody gets exactly the names of another artist', async () => {
		const [first, second] = named.artistIds;
		const { en_name, native_name, sub_title } = await read(first);
		await rename(second, { en_name: en_name.toUpperCase(), native_name, sub_title }, 'the same');
		expect(await approveLast()).toBe('artists_alike');
	});

	it('nobody gets a name that another artist of the vote has, or had', async () => {
		const [first, second = 0] = named.artistIds;
		const { en_name: now } = await read(first);
		await rename(first, { en_name: 'Called Later' }, 'a new name');
		expect(await approveLast()).toBe(200);
		for (const names of [{ en_name: now }, { native_name: 'called  later' }]) {
			await rename(second, names, 'the same');
			expect(await approveLast()).toBe('name_taken');
		}
		await rename(first, { en_name: now }, 'its own again');
		expect(await approveLast()).toBe(200);
	});
});

it('a ranking takes no second artist whom fans could not tell from the first', async () => {
	const upcoming = await site.contest('upcoming', { startsIn: 5, endsIn: 9, artists: ['Twin', 'Solo'] });
	const { artistIds } = await site.contest('elsewhere', { artists: ['twin', 'Solo'] });
	const params = { ranking_key: upcoming.key };
	const enter = async (id = 0) => editor.ask(calls.addEntries, { params, body: { artist_ids: [id] } });
	await sql`update artist set native_name = 'Twin 이름' where artist_id = ${artistIds[0]}`.run(site.owner);
	await sql`update artist set native_name = '솔로' where artist_id = ${artistIds[1]}`.run(site.owner);
	expect((await enter(artistIds[0])).body.error).toBe('artists_alike');
	expect((await enter(artistIds[1])).status).toBe(200);
});

it('under review no name changes, and a certified result keeps its names', async () => {
	const past = await site.contest('past', { artists: ['Winner', 'Second'] });
	const [winner] = past.artistIds;
	const fan = await site.fan('a voter', { earned: 100 });
	expect((await site.castVote(fan, past, { tickets: 2 })).body.error).toBeUndefined();
	await site.owner.query({ text: `update ranking set ends_at = lightstick_now() where ranking_key = 'past'` });
	await closeAndCertify(site.db);
	expect((await rename(winner, { en_name: 'Another' }, 'too soon')).body.error).toBe('artist_in_review');
	await site.later({ days: 2 });
	editor = await site.operator('editor');
	await closeAndCertify(site.db);
	expect((await rename(winner, { en_name: 'Renamed Later' })).status).toBe(200);
	expect(await chart(past.key)).toEqual(['Second', 'Winner']);
	const ended = await site.ask({ path: '/rankings/ended-rankings-profile?page=1&limit=10&ranking_type=monthly' });
	expect(ended.text).toContain('"Winner"');
	expect(ended.text).not.toContain('Renamed Later');
	const ownVotes = await site.ask({ path: '/user/me/votes', token: fan.token });
	const results = async (format: 'csv' | 'json') =>
		editor.ask(calls.exportResults, { params: { ranking_key: past.key }, query: { format } });
	for (const { text } of [ownVotes, await results('csv'), await results('json')]) {
		expect(text).toContain('Winner');
		expect(text).not.toContain('Renamed Later');
	}
});
