/** Entries of a ranking: added by hand, imported from a file, and removed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readArtist } from '#contract/operator/artists.ts';
import * as calls from '#contract/operator/rankings/entries.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aColleague, askAs, dataAs, trailOf, uploadAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

let editor: Colleague;
let contest: Contest;
let contests = 0;

const site = beforeTests(openSite);
beforeAll(async () => {
	editor = await aColleague(site.owner, 'editor');
	for (const name of ['Sol Vane', 'Twin Moon', 'Twin Moon', '달빛 똠방', '=HYPERLINK("x")']) await anArtist(name);
	await anArtist('Nobody Yet', true);
});

beforeEach(async () => {
	contests += 1;
	contest = await aContest(site.owner, `coming-${contests}`, { startsIn: 5, endsIn: 9, artists: ['Ayu Bara', 'Bex'] });
});

const ids = new Map<string, number>();

async function anArtist(name: string, hidden = false): Promise<void> {
	const id = sql`insert into artist (kind, en_name, hidden_at)
		values ('group', ${name}, case when ${hidden} then lightstick_now() end) returning artist_id`;
	ids.set(name, await id.value<number>(site.owner));
}

const idOf = (name: string) => ids.get(name) ?? 0;
const byKey = () => ({ params: { ranking_key: contest.key } });
const namesOf = async () =>
	(await dataAs(site, editor, calls.listEntries, byKey())).entries.map((entry) => entry.en_name);
const add = (...artist_ids: number[]) => askAs(site, editor, calls.addEntries, { ...byKey(), body: { artist_ids } });

const upload = (file: string | Buffer, name = 'entries.csv') =>
	uploadAs(site, editor, `/console/rankings/${contest.key}/entries/import`, { name, bytes: Buffer.from(file) });
async function preview(file: string | Buffer) {
	const answer = await upload(file);
	if (answer.status !== 200) throw new Error(answer.text);
	return dataOf(calls.previewImport, answer).preview;
}
const commit = (importId: string, by = editor) =>
	askAs(site, by, calls.commitImport, { params: { ranking_key: contest.key, import_id: importId } });

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
		await dataAs(site, editor, calls.removeEntry, out);
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
		expect((await askAs(site, editor, calls.removeEntry, out)).body.error).toBe('artist_not_found');
		expect(await trailOf(site, `ranking:${contest.key}`)).toMatchObject([
			{ action: 'ranking.remove_entry', before: { artist_id: idOf('Sol Vane') } },
			{ action: 'ranking.enter', after: { entered: [idOf('Sol Vane')] } },
		]);
	});

	it('stand as they are from the opening on, but one can be hidden with a reason', async () => {
		contest = await aContest(site.owner, `open-${contests}`);
		const [first = 0, second = 0] = contest.artistIds;
		const fan = await aPerson(site.owner, 'a voter', { earned: 50 });
		const body = { artist_id: first, ticket_number: 5 };
		await site.ask({ path: `/rankings/vote/${contest.key}`, token: fan.token, body });
		// The standings are summed before a read.
		await site.ask({ path: `/rankings/detail?ranking_key=${contest.key}` });
		expect((await add(idOf('Sol Vane'))).body.error).toBe('ranking_frozen');
		const out = { params: { ranking_key: contest.key, artist_id: second } };
		expect((await askAs(site, editor, calls.removeEntry, out)).body.error).toBe('ranking_frozen');
		expect((await upload('artist_id\n1')).body.error).toBe('ranking_frozen');
		const params = { ranking_key: contest.key, artist_id: first };
		const hide = (hidden: boolean) =>
			dataAs(site, editor, calls.hideEntry, { params, body: { hidden, why: 'asked by the agency' } });
		expect((await hide(true)).entries.at(-1)).toMatchObject({ artist_id: first, hidden: true, rank: null, tickets: 5 });
		expect((await hide(false)).entries[0]).toMatchObject({ artist_id: first, hidden: false, rank: 1, tickets: 5 });
	});
});

describe('a file', () => {
	it('is previewed row by row and changes nothing until it is committed, once', async () => {
		const read = await preview(`en_name,artist_id\r\nsol vane,\r\n,${contest.artistIds[0]}\r\n`);
		expect(read).toMatchObject({ encoding: 'UTF-8', errors: 0, file_name: 'entries.csv' });
		expect(read.rows).toMatchObject([
			{ row: 2, outcome: 'enter', artist_id: idOf('Sol Vane'), en_name: 'Sol Vane' },
			{ row: 3, outcome: 'already' },
		]);
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
		expect((await commit(read.import_id)).status).toBe(200);
		expect((await namesOf()).toSorted()).toEqual(['Ayu Bara', 'Bex', 'Sol Vane']);
		expect((await commit(read.import_id)).body.error).toBe('import_not_found');
	});

	it('with any wrong row is not committed, and says what is wrong with each', async () => {
		const lines = ['Sol Vane', 'Twin Moon', 'No Such Band', 'SOL VANE', 'Nobody Yet', ' '];
		const read = await preview(`en_name,x\n${lines.map((line) => `${line},-`).join('\n')}`);
		expect(read.rows.map(({ outcome }) => outcome)).toEqual('enter ambiguous unknown twice hidden empty'.split(' '));
		expect(read.errors).toBe(5);
		expect((await commit(read.import_id)).body.error).toBe('import_has_errors');
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
	});

	it('creates the artists that do not exist yet, if their rows say what they are', async () => {
		const rows = ['Sol Vane,group,,,,', 'New Wave,Group,,,#a1b2c3,', 'New Star,solo,female,2001-07-07,,'];
		const heading = 'en_name,kind,gender,birthday,fan_color,sub_title';
		const read = await preview([heading, ...rows, 'New Song,song,,,,New Wave'].join('\n'));
		expect(read.rows.map(({ outcome }) => outcome)).toEqual(['enter', 'create', 'create', 'create']);
		expect((await commit(read.import_id)).status).toBe(200);
		const { entries } = await dataAs(site, editor, calls.listEntries, byKey());
		expect(entries.slice(-3)).toMatchObject([
			{ en_name: 'New Wave', kind: 'group', hidden: false },
			{ en_name: 'New Star', kind: 'solo' },
			{ en_name: 'New Song', kind: 'song', sub_title: 'New Wave' },
		]);
		const made = entries.at(-2)?.artist_id ?? 0;
		const { artist } = await dataAs(site, editor, readArtist, { params: { artist_id: made } });
		expect(artist).toMatchObject({ gender: 2, birthday: '2001-07-07', fan_color: null });
		expect(await trailOf(site, `artist:${made}`)).toMatchObject([{ action: 'artist.create' }]);
		// The same file means the same artists from now on.
		const again = await preview('en_name,kind\nNew Wave,group\nNew Star,solo\n');
		expect(again.rows.map(({ outcome }) => outcome)).toEqual(['already', 'already']);
	});

	it.each([
		['a solo artist without a birthday', 'Half,solo,female,,', 'incomplete'],
		['an artist twice', 'Half,group,,,\nHALF,group,,,', 'twice'],
		['no kind', 'Half,,,,', 'unknown'],
	])('creates nothing for %s', async (_, lines, outcome) => {
		const read = await preview(`en_name,kind,gender,birthday,fan_color\n${lines}\n`);
		expect(read.rows.at(-1)).toMatchObject({ outcome, artist_id: null });
		expect((await commit(read.import_id)).body.error).toBe('import_has_errors');
		expect(await site.owner.query({ text: `select from artist where en_name ilike 'half'` })).toEqual([]);
	});

	it('creates nothing twice: an artist made since the preview makes it stale', async () => {
		const read = await preview('en_name,kind\nEarly Bird,group\n');
		await anArtist('early bird');
		expect((await commit(read.import_id)).body.error).toBe('stale_edit');
		expect(await namesOf()).toEqual(['Ayu Bara', 'Bex']);
	});

	it('is committed only as previewed: not after others changed the entries, nor by somebody else, nor late', async () => {
		const first = await preview('en_name\nSol Vane');
		await add(idOf('달빛 똠방'));
		expect((await commit(first.import_id)).body.error).toBe('stale_edit');
		const second = await preview('en_name\nSol Vane');
		const other = await aColleague(site.owner, 'editor');
		expect((await commit(second.import_id, other)).body.error).toBe('import_not_found');
		await site.clock.set(new Date(Date.now() + 61 * 60_000));
		editor = await aColleague(site.owner, 'editor');
		expect((await commit(second.import_id)).body.error).toBe('import_not_found');
		await site.clock.run();
		editor = await aColleague(site.owner, 'editor');
	});

	it('that is no table, or too much of one, is refused with a word about it', async () => {
		const refusal = async (file: string | Buffer) => (await upload(file)).body.error;
		for (const file of ['name\nSol Vane', 'en_name\n"Sol']) expect(await refusal(file)).toBe('file_unreadable');
		expect(await refusal('')).toBe('file_missing');
		expect(await refusal(`en_name\n${'x\n'.repeat(2001)}`)).toBe('file_too_long');
		expect((await preview(`en_name\n${'x\n'.repeat(2000)}`)).errors).toBe(2000);
		const large = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'));
		expect([large.status, large.body.error]).toEqual([413, 'file_too_large']);
		const json = await askAs(site, editor, calls.previewImport, byKey(), { 'content-type': 'application/json' });
		expect(json.body.error).toBe('file_missing');
	});
});

it('the results are a file without cells that a spreadsheet would run, and JSON for programs', async () => {
	await add(idOf('=HYPERLINK("x")'));
	const csv = await askAs(site, editor, calls.exportResults, { ...byKey(), query: {} });
	expect(csv.headers['content-disposition']).toBe(`attachment; filename="${contest.key}.csv"`);
	expect(csv.text).toContain(`,"'=HYPERLINK(""x"")",`);
	const json = await askAs(site, editor, calls.exportResults, { ...byKey(), query: { format: 'json' } });
	const { results } = JSON.parse(json.text) as { results: unknown[] };
	expect(results).toHaveLength(3);
});
