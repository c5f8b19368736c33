import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRenderer } from './renderer.ts';

/** Renders the address, throws for `/throws`, and never ends for `/hangs`. */
const SCRIPT = `export const openRenderer = async () => ({ address }) => {
	while (address === '/hangs');
	if (address === '/throws') throw new Error('a bug');
	if (address === '/ends') process.exit(1);
	return { html: address, hall: '' };
};`;

async function open() {
	const folder = await mkdtemp(join(tmpdir(), 'renderer-'));
	const script = join(folder, 'entry-server.mjs');
	await writeFile(script, SCRIPT);
	const failures: string[] = [];
	const renderer = openRenderer((error) => failures.push(String(error)), script);
	onTestFinished(async () => {
		await renderer.close();
		await rm(folder, { recursive: true });
	});
	const htmlOf = async (address: string) => (await renderer.render({ address, language: 'en', firstScreen: {} }))?.html;
	return { htmlOf, failures };
}

it('renders page after page, each for who asked for it', async () => {
	const { htmlOf, failures } = await open();
	expect(await Promise.all(['/a', '/b', '/c'].map(htmlOf))).toEqual(['/a', '/b', '/c']);
	expect(failures).toEqual([]);
});

it('goes on after a page that throws', async () => {
	const { htmlOf, failures } = await open();
	expect(await Promise.all(['/a', '/throws', '/b'].map(htmlOf))).toEqual(['/a', undefined, '/b']);
	expect(failures).toEqual(['Error: a bug']);
});

it.each(['/hangs', '/ends'])('sends pages without a rendering after %s, and does not block', async (address) => {
	const { htmlOf, failures } = await open();
	expect(await htmlOf('/a')).toBe('/a');
	expect(await Promise.all([address, '/b'].map(htmlOf))).toEqual([undefined, undefined]);
	expect(failures).toHaveLength(1);
	expect(await htmlOf('/c')).toBeUndefined();
});

it('takes only so many at once', async () => {
	const { htmlOf } = await open();
	const pages = await Promise.all(Array.from({ length: 200 }, () => htmlOf('/a')));
	expect(pages.filter((html) => html === '/a').length).toBeLessThanOrEqual(51);
	expect(pages).toContain(undefined);
});

it('sends pages without a rendering where nothing is built', async () => {
	const renderer = openRenderer(() => undefined, '/nowhere/entry-server.mjs');
	expect(await renderer.render({ address: '/', language: 'en', firstScreen: {} })).toBeNull();
});
