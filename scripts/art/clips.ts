/** Films the short clips of the demo's videos, in a browser that encodes them. Run by hand: the result is committed. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../lib/chromium.ts';
import { clipNames, filmClip } from './film-clip.ts';
import { webm } from './webm.ts';

const OUTPUT = resolve(import.meta.dirname, '../../demo/clips');
const BYTES_MAX = 300_000;
const [WIDTH, HEIGHT, FRAMES, FRAME_MS] = [640, 360, 180, 40];

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
	const page = await browser.newPage();
	// Encoders are there for pages of a secure origin only.
	await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body: '<canvas>' }));
	await page.goto('http://localhost/');
	for (const name of clipNames) {
		const order = { name, width: WIDTH, height: HEIGHT, frames: FRAMES, frameMs: FRAME_MS };
		const filmed = await page.evaluate(filmClip, order);
		const frames = filmed.map(({ at, key, base64 }) => ({ at, key, bytes: Buffer.from(base64, 'base64') }));
		const bytes = webm({ width: WIDTH, height: HEIGHT, durationMs: FRAMES * FRAME_MS, frames });
		if (bytes.length > BYTES_MAX) throw new Error(`${name}.webm has ${bytes.length} bytes, ${BYTES_MAX} are allowed`);
		await writeFile(join(OUTPUT, `${name}.webm`), bytes);
		process.stdout.write(`${name}.webm ${bytes.length} bytes\n`);
	}
} finally {
	await browser.close();
}
