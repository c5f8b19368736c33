/** What all that operators edit has in common, whatever it is: derived from the contract, and tried with its own calls. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { artists, removeArtist } from '#contract/operator/artists.ts';
import { packs, removeGoods } from '#contract/operator/goods.ts';
import { incidents } from '#contract/operator/incidents/incidents.ts';
import { articles, categories, removeNews } from '#contract/operator/news.ts';
import { contents } from '#contract/operator/site/content.ts';
import { sql } from '#server/kernel/database.ts';
import { formOf } from '../../../console/lib/form/contract-form.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { askAs, trailOf } from '../../fixtures/operators/operators.ts';
import { openWriteDesk, writeOf } from '../../fixtures/operators/writes.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
const desk = beforeTests(() => openWriteDesk(shop));

const removals: Record<string, Endpoint | undefined> = {
	news: removeNews,
	artist: removeArtist,
	goods: removeGoods,
	...Object.fromEntries(contents.map(({ noun, remove }) => [noun, remove])),
};

const resources = [articles, artists, categories, incidents, packs, ...contents];

describe.each(resources.map((resource) => [resource.noun, resource] as const))('%s', (noun, resource) => {
	const edit: Endpoint = resource.edit;
	let params: Record<string, unknown>;
	let body: Record<string, unknown>;
	beforeAll(async () => {
		const write = await writeOf(desk, edit);
		params = write.params ?? {};
		body = write.body as Record<string, unknown>;
	});
	const send = async (changes: object = {}) => {
		const input = { params, query: undefined, body: { ...body, ...changes } };
		const answer = await askAs(shop, desk.owner, edit, input);
		return answer.body.error ?? answer.status;
	};
	const pictures = Object.keys(resource.fields).filter((name) => name.endsWith('media_id'));
	const fieldsOf = (state: unknown) =>
		Object.entries(Object(state) as object).filter(([name]) => name in resource.fields);
	const trail = () => trailOf(shop, `${noun}:${String(params[`${noun}_id`])}`);

	it.each(pictures)('takes no %s that was never uploaded, and stays', async (name) => {
		const before = await trail();
		expect(await send({ [name]: 'f'.repeat(32) })).toBe('media_unknown');
		expect(await trail()).toEqual(before);
	});

	it('is what it was, if its form is saved untouched', async () => {
		const idName = `${noun}_id`;
		const { data } = (await askAs(shop, desk.owner, edit, { params, query: undefined, body })).body;
		const rows = Object.values(Object(data) as Record<string, unknown>).flat() as Record<string, unknown>[];
		const row = rows.find((one) => one?.[idName] === params[idName]);
		const { valuesOf, bodyOf } = formOf(resource);
		body = { ...body, ...bodyOf(valuesOf(row)), version: row?.['version'], why: 'nothing changes' };
		expect(await send()).toBe(200);
		const [entry] = await trail();
		const [before, after] = [entry?.before, entry?.after].map((state) => fieldsOf(state));
		expect(after).toEqual(before);
		body = { ...body, version: Number(row?.['version']) + 1 };
	});

	it('is edited once from one version, by whoever comes first, and both states are on record', async () => {
		const answers = await Promise.all([send(), send(), send()]);
		expect(answers.toSorted()).toEqual([200, 'stale_edit', 'stale_edit']);
		const [entry] = await trail();
		const version = Number(body['version']);
		expect(entry).toMatchObject({ action: `${noun}.edit`, before: { version }, after: { version: version + 1 } });
		const count = Object.keys(resource.fields).length;
		expect([entry?.before, entry?.after].map((state) => fieldsOf(state).length)).toEqual([count, count]);
	});

	const removal = removals[noun];
	it.each(removal ? [removal] : [])('is removed for good once fans do not see it, and only then', async (call) => {
		const remove = async () => {
			const answer = await askAs(shop, desk.owner, call, { params, query: undefined, body: undefined });
			return answer.body.error ?? answer.status;
		};
		const mark = 'withdrawn' in resource.fields ? 'withdrawn' : 'hidden';
		const table = { news: 'news', view: 'view_page' }[noun as string] ?? noun;
		const show = (on: boolean) =>
			shop.owner.query({
				text: `update ${table} set ${mark}_at = case when $1 then null else lightstick_now() end
					where ${noun}_id::text = $2`,
				values: [on, String(params[`${noun}_id`])],
			});
		await show(true);
		expect(await remove()).toBe('still_needed');
		await show(false);
		expect(await remove()).toBe(200);
		const [entry] = await trail();
		expect(entry).toMatchObject({ action: `${noun}.remove`, after: null });
		expect(await remove()).toBe(resource.missing);
	});
});

it('what a ranking or an order names stays, hidden or not', async () => {
	const { artistIds } = await aContest(shop.owner, 'named', { type: 'theme' });
	await shop.owner.query({ text: 'update artist set hidden_at = lightstick_now()' });
	const input = { params: { artist_id: artistIds[0] ?? 0 }, query: undefined, body: undefined };
	expect((await askAs(shop, desk.owner, removeArtist, input)).body.error).toBe('still_needed');
	const ordered = await sql`update goods set withdrawn_at = lightstick_now()
		where goods_id in (select goods_id from gem_order) returning goods_id`.column<number>(shop.owner);
	for (const goods_id of ordered) {
		const answer = await askAs(shop, desk.owner, removeGoods, { ...input, params: { goods_id } });
		expect(answer.body.error).toBe('still_needed');
	}
});
