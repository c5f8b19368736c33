/** The console's language: English, as its texts are written. */
import { i18n } from '@lingui/core';

i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };
