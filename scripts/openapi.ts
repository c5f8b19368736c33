/** Keeps the documents in docs/api as the contract has them; without --write it only compares. */
import './lib/refusals.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { ROOT } from './lib/steps.ts';

const FOLDER = join(ROOT, 'docs/api');
const documents = { 'openapi.json': openApiDocument(), 'openapi-operators.json': operatorsDocument() };

for (const [name, document] of Object.entries(documents)) {
	const wanted = `${JSON.stringify(document, null, '\t')}\n`;
	if (process.argv.includes('--write')) {
		await mkdir(FOLDER, { recursive: true });
		await writeFile(join(FOLDER, name), wanted);
	} else if ((await readFile(join(FOLDER, name), 'utf8').catch(() => '')) !== wanted) {
		console.error(`docs/api/${name} is not what the contract says: run npm run openapi`);
		process.exitCode = 1;
	}
}
