/** Compares the message catalogue with the texts in the code, without changing it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, ROOT, run } from './steps.ts';

const CATALOGUE = join(ROOT, 'web/locales/en.po');

const before = await readFile(CATALOGUE, 'utf8');
try {
	const code = await run(bin('lingui'), ['extract', '--clean']);
	const after = await readFile(CATALOGUE, 'utf8');
	if (code !== 0 || messagesOf(before) !== messagesOf(after)) {
		console.error('web/locales/en.po lacks texts of the code, or has too many: run npm run messages');
		process.exitCode = 1;
	}
} finally {
	await writeFile(CATALOGUE, before);
}

/** Without the lines that say when and where: they change with every edit. */
function messagesOf(catalogue: string): string {
	return catalogue
		.split('\n')
		.filter((line) => !line.startsWith('#') && !line.startsWith('"'))
		.join('\n');
}
