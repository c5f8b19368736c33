import { useEffect } from 'react';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { keepMyLanguage } from '#contract/accounts.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../api/call.ts';
import { useSession } from './session.tsx';

/** Tells the server in which language the fan uses the site, for notices. Once, unless it changes. */
export function useKeepLanguage(): void {
	const { user, update } = useSession();
	const language = pageLanguage();
	const isKept = user === null || (user.language ?? SOURCE_LANGUAGE) === language;
	useEffect(() => {
		if (isKept) return;
		call(keepMyLanguage, { body: { language } })
			.then(() => update({ language }))
			.catch((error: unknown) => console.warn('The language was not kept:', error));
	}, [isKept, language, update]);
}
