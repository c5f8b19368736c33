/** Where interface texts are found and kept. English is written in the source; other languages are data. */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	catalogs: [{ path: '<rootDir>/web/locales/{locale}', include: ['<rootDir>/web', '<rootDir>/ui'] }],
	format: formatter({ lineNumbers: false }),
});
