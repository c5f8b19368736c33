/** The page's language. English is the only catalog so far; another one is a file in locales/ and a line here. */
import { i18n } from '@lingui/core';
import { messages } from './locales/en.po';

i18n.loadAndActivate({ locale: 'en', messages });

export { i18n };
