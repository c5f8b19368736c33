/** The console's language: English, as its texts are written. */
import { i18n } from '@lingui/core';

i18n.loadAndActivate({ locale: 'en', messages: {} });

// uPlot formats by it while it loads, and Intl refuses what some systems name (`en-US@posix`).
try {
	Intl.getCanonicalLocales(navigator.language);
} catch {
	Object.defineProperty(navigator, 'language', { configurable: true, value: 'en' });
}

export { i18n };
