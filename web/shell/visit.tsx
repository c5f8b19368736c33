/** What a visit does beside its pages: none of it belongs to the first view. */
import { useEffect } from 'react';
import { keepMyLanguage } from '#contract/accounts.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { pageLanguage } from '../i18n.ts';
import { call, storedToken } from '../lib/api/call.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useSession } from '../lib/session/session.tsx';
import { useSite } from '../lib/site/get-site.ts';

const SETTLED_WITHIN_MS = 5_000;
const PopUp = lazyPage(() => import('./pop-up.tsx'));

export default function Visit() {
	useKeepLanguage();
	useSettledDevice();
	return useSite()?.pop_up ? (
		<OptionalPart>
			<PopUp />
		</OptionalPart>
	) : null;
}

/** Tells the server in which language the fan uses the site, for notices. Once, unless it changes. */
function useKeepLanguage(): void {
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

/** At each visit and each change of the fan: a browser that takes reminders takes those of the fan who is signed in. */
function useSettledDevice(): void {
	const { user } = useSession();
	const token = user && !user.is_new_user ? storedToken() : null;
	useEffect(() => {
		if (token === null || !('Notification' in window) || Notification.permission !== 'granted') return undefined;
		return whenIdle(() => {
			import('../lib/push-device.ts')
				.then(({ settleDevice }) => settleDevice())
				.catch((error: unknown) => console.warn('Reminders of this device were not compared:', error));
		}, SETTLED_WITHIN_MS);
	}, [token]);
}
