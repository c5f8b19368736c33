/** Where the fans' interface texts are found and kept. English is written in the source; other languages are data. */
import { defineConfig } from '@lingui/cli';
import babel from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { languages, SOURCE_LANGUAGE } from './contract/values/languages.ts';
import { texts } from './server/languages/texts.ts';

const SERVER_TEXTS = 'server/languages/texts.ts';
/** The server runs without macros, so its texts are a plain list. */
const serverTexts = {
	match: (file: string) => file.endsWith(SERVER_TEXTS),
	extract: (
		file: string,
		_code: string,
		add: (message: { id: string; message: string; origin: [string, number] }) => void,
	) => {
		for (const message of Object.values(texts)) add({ id: generateMessageId(message), message, origin: [file, 1] });
	},
};

export default defineConfig({
	sourceLocale: SOURCE_LANGUAGE,
	locales: Object.keys(languages),
	// The console is English: its texts stand in its code as they are.
	catalogs: [
		{
			path: '<rootDir>/web/locales/{locale}',
			include: ['<rootDir>/web', '<rootDir>/ui', '<rootDir>/client', `<rootDir>/${SERVER_TEXTS}`],
		},
	],
	extractors: [serverTexts, babel],
	format: formatter({ lineNumbers: false }),
});
