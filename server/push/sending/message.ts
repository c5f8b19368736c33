/** Writes a reminder in the language of the device, or of the fan's last visit. `web/worker/push.ts` reads it. */
import { pages } from '#contract/pages.ts';
import type { PushNotice, ReminderKind } from '#contract/push.ts';
import type { Language } from '#contract/values/languages.ts';
import type { Values } from '#server/languages/interpolate.ts';
import { preferredLanguage } from '#server/languages/language.ts';
import type { TextName } from '#server/languages/texts.ts';
import { translate } from '#server/languages/translate.ts';
import type { PushMessage } from '../push-provider.ts';
import type { Facts, Taken } from './sql.ts';
import { timeOfDay } from './time-of-day.ts';

/** Title and body of each kind. */
const texts: Record<ReminderKind, readonly [TextName, TextName]> = {
	vote_opens: ['voteOpensTitle', 'voteOpens'],
	vote_closes: ['voteClosesTitle', 'voteCloses'],
	overtaken: ['overtakenTitle', 'overtaken'],
	claim_ready: ['claimReadyTitle', 'claimReady'],
};

export function messageOf(taken: Taken, offToken: string): PushMessage {
	const lang = preferredLanguage(taken.language ?? '');
	const [title, body] = texts[taken.kind];
	const values = valuesOf(taken, lang);
	const notice: PushNotice = {
		title: translate(lang, title, values),
		body: translate(lang, body, values),
		url: addressOf(taken),
		tag: `${taken.kind} ${taken.eventId}`,
		lang,
		off: offToken,
		off_text: translate(lang, 'turnRemindersOff'),
	};
	return { text: JSON.stringify(notice), keepFor: taken.keepFor };
}

function valuesOf({ facts, timezone }: Taken, lang: Language): Values {
	const { title = '', artist = '', rival = '', rank = 0, ends_at: end } = facts;
	// A chart ends at an exclusive time; what is shown is its last minute.
	const time = end === undefined ? '' : timeOfDay(lang, timezone, end - 60);
	return { title, artist, rival, rank, time };
}

function addressOf({ kind, facts }: { kind: Taken['kind']; facts: Facts }): string {
	if (kind === 'claim_ready') return pages.store;
	const tab = facts.tab ? `?${new URLSearchParams({ main_tab: facts.tab }).toString()}` : '';
	return pages.leaderboard + tab;
}
