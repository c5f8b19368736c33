import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRenderer } from './renderer.ts';

/** Renders the address, throws for `/throws`, and never ends for `/hangs`. */
const SCRIPT = `export const openRenderer = async () => ({ address }) => {
	while (address === '/hangs');
	if (address.startsWith('/throws')) throw new Error('a bug with ' + address);
	if (address === '/ends') process.exit(1);
	return { html: address, hall: '' };
};`;

async function open() {
	const folder = await mkdtempDisposable(join(tmpdir(), 'renderer-'));
	const script = join(folder.path, 'entry-server.mjs');
	await writeFile(script, SCRIPT);
	const failures: string[] = [];
	const renderer = openRenderer((error) => failures.push(String(error)), script);
	onTestFinished(async () => {
		await renderer.close();
		await folder.remove();
	});
	const htmlOf = async (address: string) => (await renderer.render({ address, language: 'en', firstScreen: {} }))?.html;
	return { htmlOf, failures };
}

it('goes on after pages that throw, and tells of them once', async () => {
	const { htmlOf, failures } = await open();
	const pages = await Promise.all(['/a', '/throws/1', '/throws/2', '/b'].map(htmlOf));
	expect(pages).toEqual(['/a', undefined, undefined, '/b']);
	expect(failures).toEqual(['Error: a bug with /throws/1']);
});

it.each(['/hangs', '/ends'])('sends pages without a rendering after %s, and does not block', async (address) => {
	const { htmlOf, failures } = await open();
	expect(await htmlOf('/a')).toBe('/a');
	expect(await Promise.all([address, '/b'].map(htmlOf))).toEqual([undefined, undefined]);
	expect(failures).toHaveLength(1);
	expect(await htmlOf('/c')).toBeUndefined();
});

it('renders only so many at once, a bounded number a second, and no article of 2 MB', async () => {
	const { htmlOf } = await open();
	const rendered = async (addresses: string[]) =>
		(await Promise.all(addresses.map(htmlOf))).filter((html) => html !== undefined).length;
	expect(await rendered(Array.from({ length: 10_000 }, (_, id) => `/${id}`))).toBeLessThanOrEqual(50);
	let sum = 0;
	for (let turn = 0; turn < 8; turn += 1) sum += await rendered(Array.from({ length: 50 }, () => '/a'));
	expect(sum).toBeLessThan(400);
	const large = await open();
	expect(await large.htmlOf('x'.repeat(2_000_000))).toBeUndefined();
	expect(await large.htmlOf('/a')).toBe('/a');
});

it('sends pages without a rendering where nothing is built', async () => {
	const renderer = openRenderer(() => undefined, '/nowhere/entry-server.mjs');
	expect(await renderer.render({ address: '/', language: 'en', firstScreen: {} })).toBeNull();
});
