/** `npm run doctor` on sites that are half set up: it says everything that has to be done, and ends with 1. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from '../../../testkit/processes.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The subjects of the lines that say what to mend. */
const toMend = (output: string) => [...output.matchAll(/^MEND  (\S+)/gm)].map(([, subject]) => subject);

describe('npm run doctor', () => {
	it('goes on after settings that are refused', async () => {
		const key = join(folder, 'key');
		await writeFile(key, 'x', { mode: 0o644 });
		const { code, output } = await runScript('doctor.ts', {
			PUBLIC_URL: 'https://vote.example',
			DATABASE_URL: '',
			LOG_LEVEL: 'loud',
			LINE_CLIENT_SECRET_FILE: key,
			// Another program's, which everybody may read.
			SSL_CERT_FILE: '/etc/hostname',
			STRIPE_SECRET_KEY_FILE: join(folder, 'nowhere'),
		});
		expect([code, toMend(output)]).toEqual([1, expect.arrayContaining(['settings', 'secrets'])]);
		for (const name of ['LOG_LEVEL', 'LINE_CLIENT_SECRET_FILE', 'STRIPE_SECRET_KEY_FILE'])
			expect(output).toContain(name);
		expect(output).not.toContain('SSL_CERT_FILE');
		expect(output).toMatch(/^\d of these must be mended\.$/m);
	});

	it('goes on after a database that does not answer', async () => {
		const { code, output } = await runScript('doctor.ts', {
			DATABASE_URL: 'postgresql://site@127.0.0.1:1/lightstick',
			LIGHTSTICK_DATA: folder,
		});
		expect([code, toMend(output)]).toEqual([1, expect.arrayContaining(['database', 'sign-in'])]);
		expect(output).toMatch(/^ok    pictures/m);
		expect(output).toMatch(/^ok    permissions/m);
	});
});
