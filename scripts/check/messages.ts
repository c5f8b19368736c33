/** Compares the message catalogs with the texts in the code, without changing them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '../../contract/values/languages.ts';
import { bin, ROOT, run } from '../lib/steps.ts';

const CATALOGS = Object.keys(languages).map((language) => `web/locales/${language}.po`);

const before = await Promise.all(CATALOGS.map(read));
try {
	const code = await run(bin('lingui'), ['extract', '--clean']);
	const after = await Promise.all(CATALOGS.map(read));
	const stale = CATALOGS.filter((_, index) => messagesOf(before[index]) !== messagesOf(after[index]));
	for (const name of stale) console.error(`${name} lacks texts of the code, or has too many: run npm run messages`);
	if (code !== 0 || stale.length > 0) process.exitCode = 1;
} finally {
	await Promise.all(CATALOGS.map((name, index) => writeFile(join(ROOT, name), before[index] ?? '')));
}

function read(name: string): Promise<string> {
	return readFile(join(ROOT, name), 'utf8');
}

/** Without the lines that say when and where: they change with every edit. */
function messagesOf(catalog = ''): string {
	return catalog
		.split('\n')
		.filter((line) => !line.startsWith('#') && !line.startsWith('"'))
		.join('\n');
}
