/**
 * Every call of the console, from the contract: who may make it; what it moves and leaves on record (the unit of trust: no gems or
 * money without ledger entry, audit row and idempotency key); what all that operators edit has in common; and invalid input: a clear
 * refusal, and nothing partly saved. Long because each call is prepared once.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { operatorCalls } from '#contract/operator/calls.ts';
import type { Endpoint, OperatorAccess } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { raw, sql } from '#server/kernel/database.ts';
import { addressOf } from '../../fixtures/operators/operators.ts';
import { moneyOf, readBooks } from '../../fixtures/audit/books.ts';
import { openWriteDesk, sendWrite, type Write, writeOf } from '../../fixtures/operators/writes.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { formOf } from '../../../console/lib/form/contract-form.ts';
import { aKey, type Answer, beforeTests, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const shop = beforeTests(() => openShop({ env: { ADJUSTMENT_BOUND: '100' } }));
const desk = beforeTests(() => openWriteDesk(shop));
const fan = beforeTests(() => shop.fan('a fan', { earned: 100 }));
const colleagues = beforeTests(async () => {
	const roles = calls.operatorRole.options;
	const made = await Promise.all(roles.map(async (role) => [role, await shop.operator(role)] as const));
	return Object.fromEntries(made) as Record<calls.OperatorRole, Operator>;
});

const ROLES: Record<OperatorAccess, calls.OperatorRole[]> = {
	operator: ['viewer', 'editor', 'finance', 'owner'],
	'operator:editor': ['editor', 'owner'],
	'operator:editor+finance': ['editor', 'finance', 'owner'],
	'operator:finance': ['finance', 'owner'],
	'operator:owner': ['owner'],
};
const endsTheSession = ['signOut', 'signOutEverywhere'];
const guarded = operatorCalls.filter(({ access }) => access !== 'anyone');
const writes = guarded.filter(({ methods }) => methods[0] !== 'GET');
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

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

it('holds no body of a stranger, whatever it is', async () => {
	const headers = { 'content-type': 'application/json' };
	const asked = await shop.app.inject({ method: 'POST', url: '/api/v1/console/news', headers, payload: '{' });
	expect(asked.statusCode).toBe(401);
});

describe.each(named(guarded))('%s', (_, endpoint) => {
	it('answers 401 to strangers and to a fan’s token', async () => {
		const inCookie = { cookie: `lightstick-console=${fan.token}` };
		for (const asking of [ask(endpoint, {}), ask(endpoint, {}, fan.token), ask(endpoint, inCookie)])
			expect(await asking).toMatchObject({ status: 401, body: { error: 'sign_in_required' } });
	});

	it('lets in exactly the roles it names', async () => {
		for (const role of calls.operatorRole.options) {
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

const contentCalls = calls.contents.flatMap(({ create, edit, remove }) =>
	[create, edit, remove].flatMap((call) => call?.name ?? []),
);

const security = await readFile(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
/** The rows of "Who needs whom": every call that moves a result, a balance or the power to do so. */
const documented = (security.split('## Who needs whom')[1]?.split('\n## ')[0] ?? '').split('\n').flatMap((line) => {
	const [, , names = '', role = '', second = ''] = line.split('|').map((cell) => cell.trim());
	return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, role, second: !second.startsWith('none') }));
});

/**
 * Writes that move none of these, and reads that are not every viewer's. Repeats the contract on purpose: a change has to be made in
 * both.
 */
it.for<[OperatorAccess, string]>([
	[
		'operator',
		`addPasskey beginPasskey beginStepUp endSession exportArtists markSetup previewHtml removePasskey
		removeSavedView renamePasskey saveView signOut signOutEverywhere stepUp`,
	],
	[
		'operator:editor',
		`previewImport createArtist removeArtist setArtistsHidden createNews editNews setNewsHidden removeNews
		removeNewsDrafts createCategory editCategory removeCategory setEntryCards saveTranslation removeTranslation
		editSettings editCheckInRule logFanOut previewCase makePreviewLink endPreviewLink`,
	],
	['operator:editor+finance', 'uploadPicture updateIncident exportFans exportOrders exportCaseVotes keepDraft'],
	['operator:finance', 'removeGoods previewMakeGood'],
	['operator:owner', 'getOperators exportAuditTrail exportFanData readAlerts editAlerts testAlerts'],
])('these calls are for %s, with those of docs/security.md, and no others', ([access, names]) => {
	const those = guarded.filter(
		(call) => call.access === access && (access !== 'operator' || call.methods[0] !== 'GET'),
	);
	const role = access.replace('operator:', '').replace('+', ', ');
	const rows = documented.filter((row) => row.role === role).map(({ name }) => name);
	const known = [...names.split(/\s+/), ...rows, ...(access === 'operator:editor' ? contentCalls : [])];
	expect(those.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

it('whatever moves something has its row in docs/security.md, and waits for a second operator as it says', () => {
	for (const { name, second } of documented) {
		const { reply = z.null() } = writes.find((one) => one.name === name) ?? {};
		const { properties } = z.toJSONSchema(reply, { unrepresentable: 'any' });
		expect([name, properties?.['approval_id'] !== undefined]).toEqual([name, second]);
	}
	const rows = documented.map(({ name }) => name);
	expect(writes.filter(({ moves, name }) => moves && !rows.includes(name))).toEqual([]);
});

/** They prepare something, and change nothing that anybody but the asker sees. */
const PREPARE =
	`beginPasskey beginStepUp keepDraft previewCase previewHtml previewImport previewMakeGood removeSavedView
	saveView`.split(/\s+/);

async function expectKeyDemanded(endpoint: Endpoint, write: Write): Promise<void> {
	const before = await readBooks(shop.owner);
	for (const key of ['', 'short']) {
		expect((await sendWrite(desk, endpoint, write, key)).body.error).toBe('invalid_idempotency_key');
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
	news: calls.removeNews,
	artist: calls.removeArtist,
	goods: calls.removeGoods,
	...Object.fromEntries(calls.contents.map(({ noun, remove }) => [noun, remove])),
};

const resources = [calls.articles, calls.artists, calls.categories, calls.incidents, calls.packs, ...calls.contents];

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
		desk.owner.outcome(edit, { params, query: undefined, body: { ...body, ...changes } });
	const pictures = Object.keys(resource.fields).filter((name) => name.endsWith('media_id'));
	const fieldsOf = (state: unknown) =>
		Object.entries(Object(state) as object).filter(([name]) => name in resource.fields);
	const trail = () => shop.trail(`${noun}:${String(params[`${noun}_id`])}`);

	it.each(pictures)('takes no %s that was never uploaded, and stays', async (name) => {
		const before = await trail();
		expect([await send({ [name]: 'f'.repeat(32) }), await trail()]).toEqual(['media_unknown', before]);
	});

	it('is what it was, if its form is saved untouched', async () => {
		const idName = `${noun}_id`;
		const { data } = (await desk.owner.ask(edit, { params, query: undefined, body })).body;
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
		const remove = () => desk.owner.outcome(call, { params, query: undefined, body: undefined });
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
	const { artistIds } = await shop.contest('named', { type: 'theme' });
	await shop.owner.query({ text: 'update artist set hidden_at = lightstick_now()' });
	const input = { params: { artist_id: artistIds[0] ?? 0 }, query: undefined, body: undefined };
	expect(await desk.owner.outcome(calls.removeArtist, input)).toBe('still_needed');
	const ordered = await sql`update goods set withdrawn_at = lightstick_now()
		where goods_id in (select goods_id from gem_order) returning goods_id`.column<number>(shop.owner);
	for (const goods_id of ordered) {
		const those = { ...input, params: { goods_id } };
		expect(await desk.owner.outcome(calls.removeGoods, those)).toBe('still_needed');
	}
	await shop.owner.query({ text: 'update goods set withdrawn_at = null' });
});

const NUL = 'a\0b';
const HUGE = '999999999999999';
const MEGABYTE = 1024 * 1024;

function bodyFieldsOf({ body }: Endpoint): string[] {
	return body && 'shape' in body ? Object.keys(body.shape as object) : [];
}

const isHtml = (field: string) => field.endsWith('raw');

/** Whatever is changed is on record in the same transaction: no row, no change. */
async function changesNothing(asking: () => Promise<void>): Promise<void> {
	const rows = () => shop.owner.query({ text: 'select count(*) as count from audit_entry' });
	const before = await rows();
	await asking();
	expect(await rows()).toEqual(before);
}

async function expectRefused(endpoint: Endpoint, write: Write, what: string): Promise<Answer> {
	const answer = await sendWrite(desk, endpoint, write);
	const { status, body } = answer;
	expect([what, status, status >= 400 && status < 500, typeof body.error]).toEqual([what, status, true, 'string']);
	expect(body.message.length).toBeGreaterThan(8);
	expect(body.message).not.toMatch(/SQL|syntax|undefined|Error|stack/);
	return answer;
}

/** It may be taken, and is no fault of ours. */
async function expectNoFault(endpoint: Endpoint, write: Write): Promise<void> {
	const { status } = await sendWrite(desk, endpoint, write);
	const what = JSON.stringify(write.body);
	expect([what, status, status < 500]).toEqual([what, status, true]);
}

/** The body once for each of its texts, or numbers, however deep, with that one replaced. */
function* withEach(body: unknown, other: string | number): Generator {
	if (typeof body === typeof other) yield other;
	else if (typeof body === 'object' && body !== null) {
		for (const [name, value] of Object.entries(body)) {
			for (const changed of withEach(value, other)) {
				yield Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed };
			}
		}
	}
}

/** Ids of nobody's, and what is no id. */
async function expectNothingThere(endpoint: Endpoint, write: Write): Promise<void> {
	const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
	const ids = names.length === 0 ? [] : [HUGE, '2147483648', '0', '-1', 'x\0y', "1' or '1'='1"];
	for (const id of ids) {
		await expectRefused(endpoint, { ...write, params: Object.fromEntries(names.map((name) => [name, id])) }, id);
	}
}

describe.each(named(writes))('%s', (name, endpoint) => {
	/** Prepared once: what is refused leaves it as it was. */
	let write: Write;
	beforeAll(async () => void (write = await writeOf(desk, endpoint)));

	if (endpoint.body)
		it('keeps no text that cannot be kept, nothing of another sort, nor a megabyte, nor an old version', async () => {
			const given = write.body as Record<string, unknown>;
			// A file of a list needs no filter at all.
			const incomplete = z.safeParse(endpoint.body as z.ZodMiniType, {}).success ? [] : [{}, { unheard_of: true }];
			const wrong = [{ a: 1 }, -1.5];
			const odd = Object.keys(given).flatMap((field) => wrong.map((value) => ({ ...given, [field]: value })));
			await changesNothing(async () => {
				for (const body of [...withEach(given, NUL), [], 'text', 7, ...incomplete, ...odd]) {
					await expectRefused(endpoint, { ...write, body }, JSON.stringify(body));
				}
				const large = { ...write, body: { ...given, why: 'x'.repeat(MEGABYTE) } };
				expect((await expectRefused(endpoint, large, '1 MB')).body.error).toBe('body_too_large');
				if (!bodyFieldsOf(endpoint).includes('version')) return;
				for (const later of [1, 7]) {
					const version = Number(given['version']) + later;
					const answer = await expectRefused(endpoint, { ...write, body: { ...given, version } }, `version ${version}`);
					expect(answer.body.error).toBe('stale_edit');
				}
			});
		});

	if (endpoint.params)
		it('has nothing under an id of nobody’s, nor under what is no id', () =>
			changesNothing(() => expectNothingThere(endpoint, write)));

	const outcome = PREPARE.includes(name) ? 'moves nothing' : 'moves nothing, and leaves a row on record';
	it(endpoint.moves ? 'moves gems, on record, once per key' : outcome, async () => {
		const before = await readBooks(shop.owner);
		if (endpoint.moves) await expectKeyDemanded(endpoint, write);
		const key = aKey();
		const answer = await sendWrite(desk, endpoint, write, key);
		expect([answer.status, answer.body.error]).toEqual([200, undefined]);
		await write.after?.();
		const after = await readBooks(shop.owner);
		expect(after.audited > before.audited).toBe(!PREPARE.includes(name));
		if (!endpoint.moves) return expect(moneyOf(after)).toEqual(moneyOf(before));
		expect(after.entries).toBeGreaterThan(before.entries);
		// Balances are the sum of entries, and nothing else has moved them.
		await shop.balances();
		expect((await sendWrite(desk, endpoint, write, key)).status).toBe(200);
		await write.after?.();
		expect(await readBooks(shop.owner)).toEqual(after);
	});

	// Of another preparation: much of it is kept.
	if (endpoint.body)
		it('keeps a text of characters that are long in the database, and a number of nobody’s, or refuses them', async () => {
			const other = await writeOf(desk, endpoint);
			for (const odd of [2_147_483_648, '👩‍🎤'.repeat(30), 'ง่'.repeat(45), '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(20)]) {
				for (const body of withEach(other.body, odd)) await expectNoFault(endpoint, { ...other, body });
			}
		});
});

const reads = guarded.filter(({ methods, params, query }) => methods[0] === 'GET' && (params ?? query));

it.each(named(reads))('%s reads nothing of nobody’s, and is asked for nothing that cannot be', async (_, endpoint) => {
	await changesNothing(() => expectNothingThere(endpoint, {}));
	if (!endpoint.query) return;
	for (const search of ['%00', '%ED%A0%80', '%', "'; drop table fan; --", 'x'.repeat(5_000)]) {
		const query = `search=${search}&cursor=${search}&limit=${search}&operator_id=${HUGE}&fan_id=${HUGE}&artist_id=${HUGE}`;
		const path = `${addressOf(endpoint, { fan_id: 1, ranking_key: 'x', case_id: 1 })}?${query}`;
		const { status } = await shop.ask({ method: 'GET', path, headers: { cookie: desk.owner.cookie } });
		expect([search, status, status < 500]).toEqual([search, status, true]);
	}
});

describe.each(named(writes.filter(({ takesFile }) => takesFile)))('%s', (_, endpoint) => {
	const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
	it.each([
		['an SVG with script', 'a.svg', Buffer.from(SVG)],
		['a page with script', 'a.png', Buffer.from('<html><script>alert(1)</script></html>')],
		['bytes of no text', 'a.csv', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00, 0x00, 0x41])],
		['a quote that never ends', 'a.csv', Buffer.from('en_name\n"Sol Vane\n')],
		['rows without a head', 'a.csv', Buffer.from('\0\0\0\0\n,,,\n')],
		['nothing', 'a.png', Buffer.alloc(0)],
		['50 MB', 'a.csv', Buffer.alloc(50 * MEGABYTE, 'a,')],
	])('refuses %s', async (what, name, bytes) => {
		const write = await writeOf(desk, endpoint);
		await changesNothing(async () => void (await expectRefused(endpoint, { ...write, file: { name, bytes } }, what)));
	});

	it('does not mind what a file is called', async () => {
		const write = await writeOf(desk, endpoint);
		for (const name of ['a\0b.png', '../../etc/passwd', 'ไอดอล 💜.png', 'x'.repeat(4_000)]) {
			const file = { name, bytes: write.file?.bytes ?? Buffer.alloc(0) };
			const { status } = await sendWrite(desk, endpoint, { ...write, file });
			expect([name.slice(0, 9), status]).toEqual([name.slice(0, 9), 200]);
		}
	});
});

describe.each(named(writes.filter((endpoint) => bodyFieldsOf(endpoint).some(isHtml))))('%s', (_, endpoint) => {
	it('gives fans no script, whatever was written', async () => {
		const write = await writeOf(desk, endpoint);
		const evil = '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">x</a><svg onload="x()"/></p>';
		const written = Object.fromEntries(
			bodyFieldsOf(endpoint)
				.filter(isHtml)
				.map((name) => [name, evil]),
		);
		const body = { ...(write.body as object), ...written };
		const answer = await sendWrite(desk, endpoint, { ...write, body });
		const html = [...answer.text.matchAll(/"(?:[a-z_]*html)":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
		expect(html.length).toBeGreaterThan(0);
		for (const text of html) expect(text).not.toMatch(/script|onclick|onload|<svg/i);
	});
});
