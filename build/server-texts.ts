/** Takes the translations of the server's texts out of the pages' catalogs. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { languages, SOURCE_LANGUAGE } from '../contract/values/languages.ts';
import { texts } from '../server/languages/texts.ts';

/** Writes `dist/texts.json`: language to English text to compiled translation. */
export async function buildServerTexts(root: string): Promise<void> {
	const wanted = new Set<string>(Object.values(texts));
	const catalogs = Object.keys(languages).map(async (locale) => {
		const filename = join(root, `web/locales/${locale}.po`);
		const context = { locale, sourceLocale: SOURCE_LANGUAGE, filename };
		const catalog = await formatter().parse(await readFile(filename, 'utf8'), context);
		const known = Object.values(catalog).flatMap(({ message = '', translation }) =>
			wanted.has(message) && translation ? [[message, compileMessage(translation)]] : [],
		);
		return [locale, Object.fromEntries(known)];
	});
	await writeFile(join(root, 'dist/texts.json'), JSON.stringify(Object.fromEntries(await Promise.all(catalogs))));
}
