/** The console's lists: their order, changes of many items, files, saved views and drafts of an operator, and the audit trail. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { exportList } from '#server/audit-trail/exports.ts';
import { sql } from '#server/kernel/database.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { allPages } from '../../fixtures/operators/operators.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { aCase, ofFans } from '../../fixtures/voting/cases.ts';
import { beforeTests, type Operator, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const fans: Person[] = [];

const site = beforeTests(openShop);
const owner = beforeTests(() => site.operator('owner'));
const editor = beforeTests(() => site.operator('editor'));
const viewer = beforeTests(() => site.operator('viewer'));
beforeAll(async () => {
	const names = ['=HYPERLINK("x")', 'Bea, "B" Quist', 'Cleo'];
	for (const name of names) fans.push(await site.fan(name, { earned: 5 }));
});

const deedsOf = ({ operatorId }: Operator) =>
	sql`select action, target, after from audit_entry where operator_id = ${operatorId} and not coalesce(after ? 'masked', false)
			order by audit_id`.all<{ action: string }>(site.owner);
/** Of each row: what was done, or why not. */
const wordsOf = ({ results }: { results: { outcome: string; problem?: string | null }[] }) =>
	results.map(({ outcome, problem }) => problem ?? outcome);

describe('a change of many artists', () => {
	const hide = (items: { id: number; version: number }[], how: { hidden?: boolean; dry_run?: boolean } = {}) =>
		editor.data(calls.setArtistsHidden, { body: { items, hidden: true, dry_run: false, ...how } });
	const anArtist = async () => {
		const { artist } = await editor.data(calls.createArtist, { body: artistFields() });
		return { id: artist.artist_id, version: artist.version };
	};

	it('says what it would do and changes nothing, then does it, row by row, and is undone', async () => {
		const { artistIds } = await site.contest('running');
		const [free, listed] = [await anArtist(), { id: artistIds[0] ?? 0, version: 1 }];
		const items = [free, listed, { ...(await anArtist()), version: 7 }, { id: 999_999, version: 1 }];
		const outcomes = ['changed', 'artist_in_ranking', 'stale_edit', 'artist_not_found'];
		const before = await deedsOf(editor);
		expect([wordsOf(await hide(items, { dry_run: true })), await deedsOf(editor)]).toEqual([outcomes, before]);
		const done = await hide(items);
		expect([done.results.map(({ id }) => id), wordsOf(done)]).toEqual([items.map(({ id }) => id), outcomes]);
		expect((await hide(items)).results[0]).toMatchObject({ outcome: 'unchanged', version: free.version + 1 });
		expect(await deedsOf(editor)).toHaveLength(before.length + 1);
		const back = [{ id: free.id, version: done.results[0]?.version ?? 0 }];
		expect((await hide(back, { hidden: false })).results).toMatchObject([{ outcome: 'changed' }]);
		const { artist } = await editor.data(calls.readArtist, { params: { artist_id: free.id } });
		expect(artist).toMatchObject({ hidden: false, version: free.version + 2 });
	});

	it('takes them from rankings that have not opened, never from one that runs', async () => {
		const toCome = await site.contest('to-come', { startsIn: 5, endsIn: 9 });
		const [first = 0, second = 0] = toCome.artistIds;
		const running = await site.contest('runs-on');
		const artist_ids = [first, running.artistIds[0] ?? 0, 999_999];
		const unlist = async (dry_run: boolean) =>
			wordsOf(await editor.data(calls.unlistArtists, { body: { artist_ids, dry_run } }));
		const listed = async ({ key: ranking_key }: { key: string }) => {
			const { entries } = await editor.data(calls.listEntries, { params: { ranking_key } });
			return entries.map(({ artist_id: id }) => id);
		};
		for (const [dryRun, outcome, isListed] of [
			[true, 'changed', true],
			[false, 'changed', false],
			[false, 'unchanged', false],
		] as const) {
			expect(await unlist(dryRun)).toEqual([outcome, 'artist_in_ranking', 'unchanged']);
			expect((await listed(toCome)).includes(first)).toBe(isListed);
		}
		expect(await listed(toCome)).toContain(second);
		expect(await listed(running)).toHaveLength(running.artistIds.length);
	});

	it('costs one item where the database breaks it, whichever it is, and says what became of the others', async () => {
		const told = vi.spyOn(site.app.log, 'error');
		for (const bad of [0, 1, 2]) {
			const items = [await anArtist(), await anArtist(), await anArtist()];
			const mend = await breakRows(site, 'update on artist', `new.artist_id = ${items[bad]?.id}`);
			const outcomes = wordsOf(await hide(items));
			await mend();
			expect(outcomes).toEqual(items.map((_, index) => (index === bad ? 'internal' : 'changed')));
			expect(told).toHaveBeenCalledTimes(bad + 1);
			expect(wordsOf(await hide(items))).toContain('changed');
		}
	});
});

it('publishes articles and takes them offline, and deletes drafts only', async () => {
	const category = { name: 'News', key: 'news', position: 1 };
	const { categories } = await editor.data(calls.createCategory, { body: category });
	const category_id = categories[0]?.category_id ?? 0;
	const text = { category_id, cover_media_id: null, cover_alt: '', content_raw: '', publish_local: '2026-01-01T09:00' };
	const write = async (title: string) => {
		const { news } = await editor.data(calls.createNews, { body: { ...text, title, hidden: true } });
		return { id: news.news_id, version: news.version };
	};
	const [draft, article] = [await write('A draft'), await write('An article')];
	const shown = { items: [article], hidden: false, dry_run: false };
	const published = await editor.data(calls.setNewsHidden, { body: shown });
	const now = { id: article.id, version: published.results[0]?.version ?? 0 };
	const remove = async (dry_run: boolean) =>
		wordsOf(await editor.data(calls.removeNewsDrafts, { body: { items: [draft, now, article], dry_run } }));
	for (const dryRun of [true, false]) expect(await remove(dryRun)).toEqual(['changed', 'news_published', 'stale_edit']);
	expect(await remove(false)).toEqual(['unchanged', 'news_published', 'stale_edit']);
	const { list } = await editor.data(calls.listNews);
	expect(list).toMatchObject([{ title: 'An article', hidden: false, visibility: 'visible' }]);
});

describe('a file', () => {
	it('has the rows, order and columns shown, and no cell that a spreadsheet would run', async () => {
		const answer = await editor.ask(calls.exportFans, { body: { order: 'asc', columns: ['name', 'earned'] } });
		expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
		expect(answer.text).toBe(`\uFEFFname,earned\r\n"'=HYPERLINK(""x"")",5\r\n"Bea, ""B"" Quist",5\r\nCleo,5\r\n`);
		const found = await editor.ask(calls.exportFans, { body: { search: 'cleo', columns: ['name'] } });
		expect(found.text).toBe('\uFEFFname\r\nCleo\r\n');
	});

	it('is on record with its filters and its number of rows, but not with the words of a search', async () => {
		const other = await site.operator('finance');
		await other.ask(calls.exportOrders, { body: { search: 'cleo@mail.example', status: 'paid' } });
		await expect.poll(async () => (await deedsOf(other)).length).toBe(2);
		const entries = await deedsOf(other);
		expect(entries).toMatchObject([
			{ action: 'order.export', target: 'orders', after: { status: 'paid', searched: true } },
			{ action: 'order.exported', target: 'orders', after: { rows: 0, complete: true } },
		]);
		expect(JSON.stringify(entries)).not.toContain('cleo');
	});

	it('ends at its cap, and says on record where it was broken off', async () => {
		const list = Array.from({ length: 500 }, (_, index) => ({ index }));
		const of = { actions: ['artist.export', 'artist.exported'], target: 'artists', filter: {} } as const;
		const readPage = async () => ({ list, cursor: 'more' });
		const endless = () => exportList(site.db, owner, { ...of, columns: ['index'], cells: {}, readPage });
		let lines = 0;
		for await (const part of await endless()) lines += part.split('\r\n').length - 1;
		expect(lines).toBe(calls.EXPORT_ROWS_MAX + 1);
		const broken = await endless();
		for (let part = 0; part < 2; part += 1) await broken.next();
		await broken.return();
		expect((await deedsOf(owner)).slice(-3)).toMatchObject([
			{ action: 'artist.exported', after: { rows: calls.EXPORT_ROWS_MAX, complete: true } },
			{ action: 'artist.export', target: 'artists' },
			{ action: 'artist.exported', after: { rows: list.length, complete: false } },
		]);
	});
});

describe('a saved view', () => {
	const save = (by: Operator, name: string, query = 'order=asc') =>
		by.data(calls.saveView, { body: { list: 'fans', name, query } });
	const namesOf = async (by: Operator) =>
		(await by.data(calls.listSavedViews, { query: { list: 'fans' } })).views.map(({ name }) => name);

	it('belongs to its operator: nobody else sees or removes it, and a name is used once', async () => {
		await save(owner, 'Oldest');
		const { views } = await save(owner, 'Oldest', 'order=desc&search=cleo%40mail.example');
		// An address must not outlive the account.
		expect(views).toMatchObject([{ name: 'Oldest', query: 'order=desc' }]);
		expect(await namesOf(editor)).toEqual([]);
		const params = { saved_view_id: views[0]?.saved_view_id ?? 0 };
		await editor.data(calls.removeSavedView, { params });
		expect(await namesOf(owner)).toEqual(['Oldest']);
		await owner.data(calls.removeSavedView, { params });
		expect(await namesOf(owner)).toEqual([]);
	});

	it('is bounded in number and size', async () => {
		for (let index = 0; index < calls.SAVED_VIEWS_MAX; index += 1) await save(viewer, `View ${index}`);
		const oneMore = (query: string) =>
			viewer.outcome(calls.saveView, { body: { list: 'fans', name: 'One more', query } });
		expect(await oneMore('')).toBe('saved_views_full');
		expect(await namesOf(viewer)).toHaveLength(calls.SAVED_VIEWS_MAX);
		expect(await oneMore(`x=${'y'.repeat(1_000)}`)).toBe('invalid_request');
	});
});

describe('a draft', () => {
	const keep = (form: string, body: string | null, after: number, by: Operator = editor) =>
		by.outcome(calls.keepDraft, { body: { form, body, after } });
	const read = async (form: string, by: Operator = editor) => {
		const { draft } = await by.data(calls.readDraft, { query: { form } });
		return draft && [draft.body, draft.seq];
	};

	it('keeps the latest, and refuses what does not follow it, also at once', async () => {
		expect(await read('/news/1')).toBeNull();
		for (const [body, after, outcome] of [
			['{"a":1}', 0, 200],
			['{"a":2}', 1, 200],
			// The answer was lost, and it is sent again.
			['{"a":2}', 1, 200],
			['{"a":"another tab"}', 1, 'stale_edit'],
		] as const)
			expect([body, await keep('/news/1', body, after)]).toEqual([body, outcome]);
		expect(await read('/news/1')).toEqual(['{"a":2}', 3]);
		const answers = await Promise.all(['one', 'two', 'three'].map((body) => keep('/at-once', body, 0)));
		expect(answers.map(String).toSorted()).toEqual(['200', 'stale_edit', 'stale_edit']);
	});

	it('is nobody else’s, and forgotten when it is saved or discarded', async () => {
		await keep('/banners/1', '{}', 0);
		expect(await read('/banners/1', owner)).toBeNull();
		await keep('/banners/1', null, 0, owner);
		expect(await read('/banners/1')).toEqual(['{}', 1]);
		expect([await keep('/banners/1', null, 1), await read('/banners/1')]).toEqual([200, null]);
	});

	it('drops the oldest of too many, and all after 30 days', async () => {
		const hoarder = await site.operator('editor');
		await sql`insert into operator_draft (operator_id, form, body, seq, saved_at)
		select ${hoarder.operatorId}, '/news/' || form, '{}', 1, lightstick_now() - make_interval(mins => ${calls.DRAFTS_MAX} - form)
		from generate_series(0, ${calls.DRAFTS_MAX} - 1) form`.run(site.owner);
		await keep(`/news/${calls.DRAFTS_MAX}`, '{}', 0, hoarder);
		expect(await read('/news/0', hoarder)).toBeNull();
		expect(await read(`/news/${calls.DRAFTS_MAX}`, hoarder)).not.toBeNull();
		await sql`update operator_draft set saved_at = saved_at - interval '31 days'`.run(site.owner);
		await keep('/late', '{}', 0, editor);
		expect(await read(`/news/${calls.DRAFTS_MAX}`, hoarder)).toBeNull();
	});

	it('takes no more than it says', async () => {
		expect(await keep('/long', '"'.repeat(calls.DRAFT_MAX), 0)).toBe(200);
		expect(await keep('/longer', 'x'.repeat(calls.DRAFT_MAX + 1), 0)).toBe('invalid_request');
		expect(await keep('<a form>', '{}', 0)).toBe('invalid_request');
	});
});

describe('the audit trail', () => {
	const invited = (index: number) => ({ email: `guest${index}@team.example`, role: 'viewer' }) as const;
	beforeAll(async () => {
		for (let index = 1; index <= 7; index += 1)
			await owner.data(calls.inviteOperator, { body: { ...invited(index), why: `=guest number ${index}` } });
	});

	it('says who did what, when and why', async () => {
		const { list } = await viewer.data(calls.getAuditTrail, { query: { search: 'INVITE' } });
		expect(list).toHaveLength(7);
		expect(list[0]).toMatchObject({
			operator: { operator_id: owner.operatorId, email: owner.email },
			target_name: invited(7).email,
			action: 'operator.invite',
			before: null,
			after: invited(7),
			why: '=guest number 7',
		});
	});

	it('is found by operator, by target and by day, and a cursor of somebody’s own making is refused', async () => {
		const of = (query: InputOf<typeof calls.getAuditTrail>['query']) => viewer.data(calls.getAuditTrail, { query });
		expect((await of({ operator_id: String(viewer.operatorId) })).list).toEqual([]);
		expect((await of({ operator_id: String(owner.operatorId), search: 'number 3' })).list).toHaveLength(1);
		expect((await of({ target: 'invitation:999' })).list).toEqual([]);
		const told = (await of({ search: owner.email })).list;
		expect(told.map(({ operator }) => operator?.email)).toContain(owner.email);
		expect((await of({ from: '2000-01-01', until: '2099-12-31', search: owner.email })).list).toEqual(told);
		for (const days of [{ from: '2099-12-31' }, { until: '2000-01-01' }]) expect((await of(days)).list).toEqual([]);
		expect(await viewer.outcome(calls.getAuditTrail, { query: { cursor: 'WyJ4Il0' } })).toBe('invalid_request');
	});

	it('is found by the fan’s name, and names fans only to those who may read personal data', async () => {
		const { fanId } = await site.fan('midnight_seat', { earned: 5 });
		const target = `fan:${fanId}`;
		await owner.data(calls.suspendFan, { params: { fan_id: fanId }, body: { why: 'many accounts' } });
		const of = async (who: Operator, query: { search?: string; noun?: string }) =>
			(await who.data(calls.getAuditTrail, { query })).list.map((entry) => [entry.target, entry.target_name]);
		expect(await of(owner, { search: 'midnight' })).toEqual([[target, 'midnight_seat']]);
		expect(await of(owner, { noun: 'fan' })).toEqual([[target, 'midnight_seat']]);
		expect(await of(viewer, { search: 'midnight' })).toEqual([]);
		expect(await of(viewer, { search: 'many accounts' })).toEqual([[target, null]]);
		const reads = await owner.data(calls.getAuditTrail, { query: { what: 'reads', search: 'audit' } });
		expect(reads.list[0]).toMatchObject({ action: 'fan.list', target: 'audit', after: { fan_ids: [fanId] } });
	});
});

describe('a list that is read page by page', () => {
	type Query = { sort?: string | undefined; order?: 'asc' | 'desc' | undefined; search?: string };
	type Rows = Record<string, string | number>[];
	const params: Record<string, unknown> = {};
	beforeAll(async () => {
		const voter = await site.fan('voter', { earned: 900 });
		params['fan_id'] = voter.fanId;
		for (const letter of 'bca') {
			const contest = await site.contest(`paged-${letter}`, { artists: [`Paged ${letter}`, `Other ${letter}`] });
			for (const tickets of [1, 2, 3]) await site.castVote(voter, contest, { tickets });
			params['case_id'] = (await aCase(editor, contest.key, { filter: ofFans(voter) })).case_id;
			const entry = { ranking_key: contest.key, artist_id: contest.artistIds[0] ?? 0 };
			await editor.data(calls.hideEntry, { params: entry, body: { hidden: true, why: 'a look' } });
			await site.anOrder(voter);
		}
		await sql`update ranking set title = 'Paged ' || right(ranking_key, 1) where ranking_key like 'paged-_'`.run(
			site.owner,
		);
		await site.owner.query({ text: `update news_category set key = 'article'` });
		await someNews(site.owner, ['Paged a', 'Paged c', 'Paged b']);
	});
	const named = ({ en_name, title }: Rows[number]) => String(en_name ?? title);
	const fieldsOf = ({ query = z.null() }: Endpoint) =>
		(z.toJSONSchema(query, { unrepresentable: 'any', io: 'input' }).properties ?? {}) as {
			[field: string]: { enum?: string[] };
		};
	const paged = operatorCalls.filter((call) => 'cursor' in fieldsOf(call));

	it.each(paged.map((call) => [call.name, call] as const))('%s has each row once, in every order', async (_, call) => {
		const read = async (query: object) =>
			(await owner.data(call, { params, query } as never)) as { list: Rows; cursor: string | null };
		const { sort, order } = fieldsOf(call);
		const searched = sort ? { search: 'PAGED' } : {};
		for (const by of sort?.enum ?? [undefined]) {
			const inOrder: Rows[] = [];
			for (const turned of order ? (['desc', 'asc'] as const) : [undefined]) {
				const query: Query = { sort: by, order: turned, ...searched };
				const [list, again] = await Promise.all(
					[50, 2].map((limit) => allPages((cursor) => read({ ...query, limit, cursor }))),
				);
				expect(list?.length).toBeGreaterThan(2);
				expect(again).toEqual(list);
				inOrder.push(list ?? []);
			}
			const [latest, turned] = inOrder;
			if (turned) expect(turned).toEqual(latest?.toReversed());
			if (by === undefined) continue;
			const usual = (await read({ sort: by, ...searched })).list.map(named);
			expect(usual.filter((name) => !/^Paged .$/.test(name))).toEqual([]);
			expect([by, usual.map((name) => name.at(-1)).join('')]).toEqual([by, /name|title/.test(by) ? 'abc' : 'acb']);
		}
	});
});
