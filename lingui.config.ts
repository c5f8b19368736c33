/** Where interface texts are found and kept. English is written in the source; other languages are data. */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	// One per bundle: the texts of `ui` stand in both, so that neither needs the other's.
	catalogs: ['web', 'console'].map((app) => ({
		path: `<rootDir>/${app}/locales/{locale}`,
		include: [`<rootDir>/${app}`, '<rootDir>/ui'],
	})),
	format: formatter({ lineNumbers: false }),
});
