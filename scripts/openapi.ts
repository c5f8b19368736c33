/** Keeps docs/api/openapi.json as the contract has it; without --write it only compares. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openApiDocument } from '#server/http/openapi.ts';
import { ROOT } from './steps.ts';

const FILE = join(ROOT, 'docs/api/openapi.json');
const wanted = `${JSON.stringify(openApiDocument(), null, '\t')}\n`;

if (process.argv.includes('--write')) {
	await mkdir(dirname(FILE), { recursive: true });
	await writeFile(FILE, wanted);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== wanted) {
	console.error('docs/api/openapi.json is not what the contract says: run npm run openapi');
	process.exitCode = 1;
}
