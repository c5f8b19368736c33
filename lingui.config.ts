/** Where the fans' interface texts are found and kept. English is written in the source; other languages are data. */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languages, SOURCE_LANGUAGE } from './contract/values/languages.ts';

export default defineConfig({
	sourceLocale: SOURCE_LANGUAGE,
	locales: Object.keys(languages),
	// The console's texts go through the same macros and stay English: they need no catalog.
	catalogs: [
		{ path: '<rootDir>/web/locales/{locale}', include: ['<rootDir>/web', '<rootDir>/ui', '<rootDir>/client'] },
	],
	format: formatter({ lineNumbers: false }),
});
