/** A field is added in one place: whoever adds one is told what it has to be called, and by nobody else. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, trackedFiles } from './tracked-files.ts';

const COPIED = ['client', 'console', 'contract', 'public-log', 'server', 'ui', 'web', 'package.json'];

/** Returns the type errors of the product once a field was added to the contract's banners. */
async function errorsWithAField(copy: string): Promise<string[]> {
	for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
	await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	const contract = join(copy, 'contract/operator/site/content.ts');
	const text = await readFile(contract, 'utf8');
	await writeFile(contract, text.replace('const bannerFields = {', '$&\n\tcaption: alt,'));
	const config = { extends: join(ROOT, 'tsconfig.json'), include: ['console/pages/*.tsx'], exclude: [] };
	const files = ['console/main.tsx', 'server/app.ts', 'node_modules/vite/client.d.ts'];
	await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, files }));
	const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
	return new Promise((resolve) => {
		execFile(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', copy], { cwd: copy }, (_, out) =>
			resolve(out.split('\n').filter((line) => line.includes('error TS'))),
		);
	});
}

it('the audit trail names every noun that operators edit', async () => {
	const contract = await trackedFiles(/^contract\/operator\/.*\.ts$/);
	const nouns = contract.flatMap(({ text }) => [...text.matchAll(/\bnoun: '(\w+)'/g)].map(([, noun]) => noun));
	const [named] = await trackedFiles(/^console\/nouns\.ts$/);
	expect(nouns.filter((noun) => !named?.text.includes(`thing: ['${noun}', (`))).toEqual([]);
});

it('a field that the contract gives to a noun is missing at its screen, and nowhere else', async () => {
	const copy = await mkdtemp(join(tmpdir(), 'noun-'));
	try {
		const errors = await errorsWithAField(copy);
		expect(errors).toEqual([expect.stringMatching(/^console\/pages\/banners\.tsx.*Property 'caption' is missing/)]);
	} finally {
		await rm(copy, { recursive: true });
	}
});
