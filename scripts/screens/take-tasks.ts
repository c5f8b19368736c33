/** Takes the pictures of docs/operating/console.md, small enough to be read on a phone. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { ROOT } from '../lib/steps.ts';
import { openConsole } from './people.ts';
import { tasks } from './tasks.ts';

const FOLDER = join(ROOT, 'docs/operating/console');
const PICTURE_BYTES_MAX = 120_000;
const ALL_BYTES_MAX = 1_500_000;

/**
 * Takes the named pictures, or all of them. Returns the names of those that could not be taken.
 * @throws {Error} if they are too heavy
 */
export async function takeTasks(browser: Browser, url: string, names: readonly string[]): Promise<string[]> {
	const wanted = tasks.filter(({ name }) => names.includes(name));
	const chosen = wanted.length === 0 ? tasks : wanted;
	if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
	await mkdir(FOLDER, { recursive: true });
	const page = await openConsole(browser, url);
	const failed: string[] = [];
	let bytes = 0;
	for (const { name, take } of chosen) {
		try {
			await take(page, url);
			await page.evaluate(() => document.fonts.ready.then(() => undefined));
			const picture = await smallEnough(await page.screenshot({ animations: 'disabled' }));
			await writeFile(join(FOLDER, `${name}.webp`), picture);
			bytes += picture.length;
			console.log(`${name}.webp ${picture.length} bytes`);
		} catch (error) {
			failed.push(`${name}.webp`);
			console.error(name, error instanceof Error ? error.message : error);
		}
		await page.unrouteAll({ behavior: 'ignoreErrors' });
	}
	await page.context().close();
	console.log(`${chosen.length - failed.length} pictures, ${bytes} bytes`);
	if (bytes > ALL_BYTES_MAX) throw new Error(`The pictures of the tasks weigh ${bytes} bytes`);
	return failed;
}

async function smallEnough(png: Buffer): Promise<Buffer> {
	for (const quality of [85, 75, 65, 50]) {
		const bytes = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
		if (bytes.length <= PICTURE_BYTES_MAX) return bytes;
	}
	throw new Error(`A picture weighs more than ${PICTURE_BYTES_MAX} bytes`);
}
