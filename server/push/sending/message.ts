/** Writes a reminder in the language of the device, or of the fan's last visit. `web/worker/push.ts` reads it. */
import { pages } from '#contract/pages.ts';
import type { PushNotice, ReminderKind } from '#contract/push.ts';
import type { Language } from '#contract/values/languages.ts';
import { nameIn } from '#contract/values/artist-names.ts';
import { cut } from '#contract/values/text.ts';
import { preferredLanguage } from '#server/languages/language.ts';
import type { TextName } from '#server/languages/texts.ts';
import { translate, type Values } from '#server/languages/translate.ts';
import type { PushMessage } from '../push-provider.ts';
import type { Facts, Taken } from './sql.ts';

/** Title and body of each kind. */
const texts: Record<ReminderKind, readonly [TextName, TextName]> = {
	vote_opens: ['voteOpensTitle', 'voteOpens'],
	vote_closes: ['voteClosesTitle', 'voteCloses'],
	overtaken: ['overtakenTitle', 'overtaken'],
	claim_ready: ['claimReadyTitle', 'claimReady'],
};

export function messageOf(taken: Taken, offToken: string): PushMessage {
	const whole = textOf(taken, offToken, NAME_MAX);
	const text = Buffer.byteLength(whole) > TEXT_BYTES_MAX ? textOf(taken, offToken, SHORT_NAME_MAX) : whole;
	return { text, keepFor: taken.keepFor };
}

/** What a push service has to take, once it is encrypted. Families of emoji and piled accents pass it with a name or two. */
const TEXT_BYTES_MAX = 3_900;
const NAME_MAX = 200;
const SHORT_NAME_MAX = 20;

/** @param most characters of a name */
function textOf(taken: Taken, offToken: string, most: number): string {
	const lang = preferredLanguage(taken.language ?? '');
	const [title, body] = texts[taken.kind];
	const values = valuesOf(taken, lang, most);
	const notice: PushNotice = {
		title: translate(lang, title, values),
		body: translate(lang, body, values),
		url: addressOf(taken),
		tag: `${taken.kind} ${taken.eventId}`,
		lang,
		off: offToken,
		off_text: translate(lang, 'turnRemindersOff'),
	};
	return JSON.stringify(notice);
}

function valuesOf({ facts, timezone }: Taken, lang: Language, most: number): Values {
	const { rank = 0, ends_at: end } = facts;
	const title = cut(facts.title ?? '', most);
	const nameOf = (who: 'artist' | 'rival') =>
		cut(
			nameIn(lang, {
				en_name: facts[who] ?? '',
				native_name: facts[`${who}_native`] ?? null,
				native_lang: facts[`${who}_lang`],
			}),
			most,
		);
	// A chart ends at an exclusive time; what is shown is its last minute.
	const time = end === undefined ? '' : timeOfDay(lang, timezone, end - 60);
	return { title, artist: nameOf('artist'), rival: nameOf('rival'), rank, time };
}

function addressOf({ kind, facts }: { kind: Taken['kind']; facts: Facts }): string {
	if (kind === 'claim_ready') return pages.store;
	const tab = facts.tab ? `?${new URLSearchParams({ main_tab: facts.tab }).toString()}` : '';
	return pages.leaderboard + tab;
}

/**
 * The time of day as a fan's language and zone write it. A format takes about 10 KB outside of the heap, where the garbage
 * collector does not see it, and half a millisecond: one for each of 100,000 reminders took 800 MB. So texts are kept.
 */
const KEPT_MAX = 1_000;

const kept = new Map<string, string>();

/** @param at epoch seconds */
export function timeOfDay(language: string, timeZone: string, at: number): string {
	const key = `${language} ${timeZone} ${at}`;
	const before = kept.get(key);
	if (before !== undefined) return before;
	const format = new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit' });
	const text = format.format(new Date(at * 1000));
	if (kept.size >= KEPT_MAX) kept.clear();
	kept.set(key, text);
	return text;
}
