/** Invalid input at every call of the console: a clear refusal, and nothing partly saved. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { openWriteDesk, sendWrite, type Write, writeOf } from '../../fixtures/operators/writes.ts';
import { addressOf } from '../../fixtures/operators/operators.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import type { Answer } from '../../fixtures/site/site.ts';

const shop = beforeTests(() => openShop({ env: { ADJUSTMENT_BOUND: '100' } }));
const desk = beforeTests(() => openWriteDesk(shop));

const guarded = operatorCalls.filter(({ access }) => access !== 'anyone');
const writes = guarded.filter(({ methods }) => methods[0] !== 'GET');
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

const NUL = 'a\0b';
const HALF = 'a\ud800b';
const HUGE = '999999999999999';
const MEGABYTE = 1024 * 1024;

function fieldsOf({ body }: Endpoint): string[] {
	return body && 'shape' in body ? Object.keys(body.shape as object) : [];
}

const isHtml = (field: string) => field.endsWith('raw');

/** Whatever is changed is on record in the same transaction (access.test.ts): no row, no change. */
async function changesNothing(asking: () => Promise<void>): Promise<void> {
	const rows = () => shop.owner.query({ text: 'select count(*) as count from audit_entry' });
	const before = await rows();
	await asking();
	expect(await rows()).toEqual(before);
}

async function expectRefused(endpoint: Endpoint, write: Write, what: string): Promise<Answer> {
	const answer = await sendWrite(shop, desk, endpoint, write);
	const { status, body } = answer;
	expect([what, status, status >= 400 && status < 500, typeof body.error]).toEqual([what, status, true, 'string']);
	expect(body.message.length).toBeGreaterThan(8);
	expect(body.message).not.toMatch(/SQL|syntax|undefined|Error|stack/);
	return answer;
}

/** It may be taken, and is no fault of ours. */
async function expectNoFault(endpoint: Endpoint, write: Write): Promise<void> {
	const { status } = await sendWrite(shop, desk, endpoint, write);
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

describe.each(named(writes.filter(({ body }) => body)))('%s', (_, endpoint) => {
	it('keeps no text that cannot be kept, nothing of another sort, nor ten megabytes, an old version or a number of nobody’s', async () => {
		const write = await writeOf(desk, endpoint);
		const given = write.body as Record<string, unknown>;
		// A file of a list needs no filter at all.
		const incomplete = z.safeParse(endpoint.body as z.ZodMiniType, {}).success ? [] : [{}, { unheard_of: true }];
		const wrong = [{ a: 1 }, -1.5, 1e300];
		const bodies = [
			...[NUL, HALF].flatMap((text) => [...withEach(given, text)]),
			[],
			'text',
			7,
			...incomplete,
			...Object.keys(given).flatMap((field) => wrong.map((value) => ({ ...given, [field]: value }))),
		];
		await changesNothing(async () => {
			for (const body of bodies) await expectRefused(endpoint, { ...write, body }, JSON.stringify(body));
			const large = { ...write, body: { ...given, why: 'x'.repeat(10 * MEGABYTE) } };
			expect((await expectRefused(endpoint, large, '10 MB')).body.error).toBe('body_too_large');
			if (!fieldsOf(endpoint).includes('version')) return;
			for (const later of [1, 7]) {
				const version = Number(given['version']) + later;
				const answer = await expectRefused(endpoint, { ...write, body: { ...given, version } }, `version ${version}`);
				expect(answer.body.error).toBe('stale_edit');
			}
		});
		for (const number of [Number(HUGE), 2_147_483_648]) {
			for (const body of withEach(given, number)) await expectNoFault(endpoint, { ...write, body });
		}
	});
});

describe.each(named(guarded.filter(({ params, query }) => params ?? query)))('%s', (_, endpoint) => {
	it('has nothing under an id of nobody’s, nor under what is no id, and is asked for nothing that cannot be', async () => {
		const write = endpoint.methods[0] === 'GET' ? {} : await writeOf(desk, endpoint);
		const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
		const ids = names.length === 0 ? [] : [HUGE, '2147483648', '0', '-1', 'x\0y', "1' or '1'='1"];
		await changesNothing(async () => {
			for (const id of ids) {
				const params = Object.fromEntries(names.map((name) => [name, id]));
				await expectRefused(endpoint, { ...write, params }, id);
			}
		});
		if (!endpoint.query) return;
		for (const search of ['%00', '%ED%A0%80', '%', "'; drop table fan; --", 'x'.repeat(5_000)]) {
			const query = `search=${search}&cursor=${search}&limit=${search}&operator_id=${HUGE}&fan_id=${HUGE}&artist_id=${HUGE}`;
			const path = `${addressOf(endpoint, { fan_id: 1, ranking_key: 'x', case_id: 1 })}?${query}`;
			const { status } = await shop.ask({ method: 'GET', path, headers: { cookie: desk.owner.cookie } });
			expect([search, status, status < 500]).toEqual([search, status, true]);
		}
	});
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
			const { status } = await sendWrite(shop, desk, endpoint, { ...write, file });
			expect([name.slice(0, 9), status]).toEqual([name.slice(0, 9), 200]);
		}
	});
});

describe.each(named(writes.filter((endpoint) => fieldsOf(endpoint).some(isHtml))))('%s', (_, endpoint) => {
	it('gives fans no script, whatever was written', async () => {
		const write = await writeOf(desk, endpoint);
		const evil = '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">x</a><svg onload="x()"/></p>';
		const written = Object.fromEntries(
			fieldsOf(endpoint)
				.filter(isHtml)
				.map((name) => [name, evil]),
		);
		const body = { ...(write.body as object), ...written };
		const answer = await sendWrite(shop, desk, endpoint, { ...write, body });
		const html = [...answer.text.matchAll(/"(?:[a-z_]*html)":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
		expect(html.length).toBeGreaterThan(0);
		for (const text of html) expect(text).not.toMatch(/script|onclick|onload|<svg/i);
	});
});

// Last, because much of it is kept.
describe.each(named(writes.filter(({ body }) => body)))('%s', (_, endpoint) => {
	it('keeps a text of characters that are long in the database, or refuses it', async () => {
		const write = await writeOf(desk, endpoint);
		for (const text of ['👩‍🎤'.repeat(30), 'ง่'.repeat(45), '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(20)]) {
			for (const body of withEach(write.body, text)) await expectNoFault(endpoint, { ...write, body });
		}
	});
});
