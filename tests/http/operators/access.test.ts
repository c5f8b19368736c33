/**
 * Every call of the console, from the contract: who may make it; what it moves and leaves on record (the unit of trust: no gems or
 * money without ledger entry, audit row and idempotency key); and what all that operators edit has in common.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import type { Endpoint, OperatorAccess } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import type { Colleague } from '../../fixtures/operators/operators.ts';
import { aColleague, addressOf, askAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { aPerson, aKey } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance, moneyOf, readBooks } from '../../fixtures/audit/books.ts';
import { openWriteDesk, sendWrite, type Write, writeOf } from '../../fixtures/operators/writes.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { artists, removeArtist } from '#contract/operator/artists.ts';
import { packs, removeGoods } from '#contract/operator/goods.ts';
import { incidents } from '#contract/operator/incidents/incidents.ts';
import { articles, categories, removeNews } from '#contract/operator/news.ts';
import { contents } from '#contract/operator/site/content.ts';
import { raw, sql } from '#server/kernel/database.ts';
import { formOf } from '../../../console/lib/form/contract-form.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const shop = beforeTests(() => openShop({ env: { ADJUSTMENT_BOUND: '100' } }));
const desk = beforeTests(() => openWriteDesk(shop));
const fan = beforeTests(() => aPerson(shop.owner, 'a fan', { earned: 100 }));
const colleagues = beforeTests(async () => {
	const roles = operatorRole.options;
	const made = await Promise.all(roles.map(async (role) => [role, await aColleague(shop.owner, role)] as const));
	return Object.fromEntries(made) as Record<OperatorRole, Colleague>;
});

const ROLES: Record<OperatorAccess, OperatorRole[]> = {
	operator: ['viewer', 'editor', 'finance', 'owner'],
	'operator:editor': ['editor', 'owner'],
	'operator:editor+finance': ['editor', 'finance', 'owner'],
	'operator:finance': ['finance', 'owner'],
	'operator:owner': ['owner'],
};
const endsTheSession = ['signOut', 'signOutEverywhere'];
const guarded = operatorCalls.filter(({ access }) => access !== 'anyone');
const writes = guarded.filter(({ methods }) => methods[0] !== 'GET');

/** Ids of each kind that do not exist. */
const none = '00000000-0000-4000-8000-000000000000';
const nobody: Record<string, string> = { import_id: none, pop_up_id: none, approval_id: none };

function ask(endpoint: Endpoint, headers: Record<string, string>, token?: string) {
	const params = Object.fromEntries(
		[...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => [
			name,
			nobody[name] ?? (/key$|^view/.test(name) ? 'nowhere' : '999999'),
		]),
	);
	const [method] = endpoint.methods;
	const request = { method, path: addressOf(endpoint, params), headers: { 'x-lightstick-console': '1', ...headers } };
	return shop.ask({ ...request, ...(token ? { token } : {}), ...(method === 'GET' ? {} : { body: {} }) });
}

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
	it('answers 401 to strangers and to a fan’s token', async () => {
		const inCookie = { cookie: `lightstick-console=${fan.token}` };
		for (const asking of [ask(endpoint, {}), ask(endpoint, {}, fan.token), ask(endpoint, inCookie)])
			expect(await asking).toMatchObject({ status: 401, body: { error: 'sign_in_required' } });
	});

	it('lets in exactly the roles it names', async () => {
		for (const role of operatorRole.options) {
			if (endsTheSession.includes(endpoint.name)) continue;
			const answer = await ask(endpoint, { cookie: colleagues[role].cookie });
			const allowed = ROLES[endpoint.access as OperatorAccess].includes(role);
			// A role with access gets a 404 or a validation error instead.
			expect([role, answer.body.error === 'forbidden']).toEqual([role, !allowed]);
			expect(answer.status).not.toBe(401);
			expect(answer.status).toBeLessThan(500);
		}
	});

	it('names refusals that exist, and is written by nobody without the console’s header', async () => {
		for (const slug of endpoint.problems) expect(problems).toHaveProperty(slug);
		if (endpoint.methods[0] === 'GET') return;
		const answer = await ask(endpoint, { cookie: colleagues.owner.cookie, 'x-lightstick-console': '' });
		expect(answer.body.error).toBe('console_header_missing');
	});
});

it('knows each call that is written down, and each write has its example', async () => {
	const folder = join(import.meta.dirname, '../../../contract/operator');
	const files = (await readdir(folder, { recursive: true })).filter(
		(name) => name.endsWith('.ts') && name !== 'calls.ts',
	);
	const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>));
	const written = modules.flatMap((module) => Object.values(module)).filter((value) => value?.methods && value?.reply);
	expect(new Set(operatorCalls)).toEqual(new Set(written));
	expect(Object.keys(desk.writes).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});

const contentCalls = contents.flatMap(({ create, edit, remove }) =>
	[create, edit, remove].flatMap((call) => call?.name ?? []),
);

/** Repeats the contract on purpose: a change has to be made in both. Viewers make every read that is not named here. */
it.for<[OperatorAccess, string]>([
	[
		'operator',
		`addPasskey beginPasskey beginStepUp endSession exportArtists markSetup previewHtml removePasskey
		removeSavedView renamePasskey saveView signOut signOutEverywhere stepUp`,
	],
	[
		'operator:editor',
		`createRanking editRanking publishRanking unpublishRanking deleteRanking cloneLastMonth makeBirthdayRanking pauseRanking resumeRanking addEntries
		removeEntry hideEntry previewImport commitImport createArtist editArtist createNews editNews createCategory
		editCategory removeCategory setEntryCards
		saveTranslation removeTranslation editSettings editCheckInRule suspendFan restoreFan logFanOut previewCase openCase dropCase
		setArtistsHidden unlistArtists setNewsHidden removeNewsDrafts removeNews removeArtist setFansSuspended makePreviewLink endPreviewLink`,
	],
	[
		'operator:editor+finance',
		'uploadPicture openIncident editIncident updateIncident exportFans exportOrders exportCaseVotes keepDraft',
	],
	[
		'operator:finance',
		`adjustGems approve reject refundOrder recheckOrder createGoods editGoods removeGoods editEconomy editCheckInRewards voidCase
		restoreCase previewMakeGood makeGoodFor`,
	],
	[
		'operator:owner',
		`getOperators inviteOperator withdrawInvitation changeOperator removePasskeysOf endSessionsOf certifyRanking exportAuditTrail
		deleteFan keepFan exportFanData readAlerts editAlerts testAlerts`,
	],
])('these calls are for %s, and no others', ([access, names]) => {
	const calls = guarded.filter(
		(call) => call.access === access && (access !== 'operator' || call.methods[0] !== 'GET'),
	);
	const known = [...names.split(/\s+/), ...(access === 'operator:editor' ? contentCalls : [])];
	expect(calls.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

/** They prepare something, and change nothing that anybody but the asker sees. */
const PREPARE =
	`beginPasskey beginStepUp keepDraft previewCase previewHtml previewImport previewMakeGood removeSavedView
	saveView`.split(/\s+/);

describe.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
	const outcome = PREPARE.includes(name) ? 'moves nothing' : 'moves nothing, and leaves a row on record';
	it(endpoint.moves ? 'moves gems, on record, once per key' : outcome, async () => {
		const write = await writeOf(desk, endpoint);
		const before = await readBooks(shop.owner);
		if (endpoint.moves) await expectKeyDemanded(endpoint, write);
		const key = aKey();
		const answer = await sendWrite(shop, desk, endpoint, write, key);
		expect([answer.status, answer.body.error]).toEqual([200, undefined]);
		await write.after?.();
		const after = await readBooks(shop.owner);
		expect(after.audited > before.audited).toBe(!PREPARE.includes(name));
		if (!endpoint.moves) return expect(moneyOf(after)).toEqual(moneyOf(before));
		expect(after.entries).toBeGreaterThan(before.entries);
		// Balances are the sum of entries, and nothing else has moved them.
		await expectBooksToBalance(shop.db);
		expect((await sendWrite(shop, desk, endpoint, write, key)).status).toBe(200);
		await write.after?.();
		expect(await readBooks(shop.owner)).toEqual(after);
	});
});

async function expectKeyDemanded(endpoint: Endpoint, write: Write): Promise<void> {
	const before = await readBooks(shop.owner);
	for (const key of ['', 'short']) {
		expect((await sendWrite(shop, desk, endpoint, write, key)).body.error).toBe('invalid_idempotency_key');
	}
	expect(await readBooks(shop.owner)).toEqual(before);
}

it('whatever moves gems or money takes a key and needs a passkey, but for asking the provider how an order stands', () => {
	const moving = writes.filter(({ moves }) => moves);
	expect(moving.map(({ name }) => name).toSorted()).toEqual(
		'adjustGems approve makeGoodFor recheckOrder refundOrder restoreCase voidCase'.split(' '),
	);
	expect(moving.filter(({ idempotent }) => !idempotent)).toEqual([]);
	expect(moving.filter(({ stepUp }) => !stepUp).map(({ name }) => name)).toEqual(['recheckOrder']);
});

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
	const send = (changes: object = {}) =>
		outcomeAs(shop, desk.owner, edit, { params, query: undefined, body: { ...body, ...changes } });
	const pictures = Object.keys(resource.fields).filter((name) => name.endsWith('media_id'));
	const fieldsOf = (state: unknown) =>
		Object.entries(Object(state) as object).filter(([name]) => name in resource.fields);
	const trail = () => trailOf(shop, `${noun}:${String(params[`${noun}_id`])}`);

	it.each(pictures)('takes no %s that was never uploaded, and stays', async (name) => {
		const before = await trail();
		expect([await send({ [name]: 'f'.repeat(32) }), await trail()]).toEqual(['media_unknown', before]);
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
		const remove = () => outcomeAs(shop, desk.owner, call, { params, query: undefined, body: undefined });
		const mark = 'withdrawn' in resource.fields ? 'withdrawn' : 'hidden';
		const table = { news: 'news', view: 'view_page' }[noun as string] ?? noun;
		const show = (on: boolean) =>
			sql`update ${raw(table)} set ${raw(mark)}_at = case when ${on} then null else lightstick_now() end
				where ${raw(noun)}_id::text = ${String(params[`${noun}_id`])}`.run(shop.owner);
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
	expect(await outcomeAs(shop, desk.owner, removeArtist, input)).toBe('still_needed');
	const ordered = await sql`update goods set withdrawn_at = lightstick_now()
		where goods_id in (select goods_id from gem_order) returning goods_id`.column<number>(shop.owner);
	for (const goods_id of ordered) {
		const named = { ...input, params: { goods_id } };
		expect(await outcomeAs(shop, desk.owner, removeGoods, named)).toBe('still_needed');
	}
});
