/** Writes a reminder in the language of the device. `web/worker/push.ts` reads it. */
import { pages } from '#contract/pages.ts';
import type { PushNotice } from '#contract/push.ts';
import type { PushMessage } from '../push-provider.ts';
import type { Facts, Taken } from './sql.ts';
import { textsIn, type ReminderTexts } from './texts.ts';

export function messageOf(taken: Taken, offToken: string): PushMessage {
	const [texts, locale] = textsIn(taken.language);
	const notice: PushNotice = {
		...wordsOf(taken, texts, locale),
		url: addressOf(taken),
		tag: `${taken.kind} ${taken.eventId}`,
		lang: locale,
		off: offToken,
		off_text: texts.off,
	};
	return { text: JSON.stringify(notice), keepFor: taken.keepFor };
}

function wordsOf({ kind, facts, timezone }: Taken, texts: ReminderTexts, locale: string) {
	const [title, body] = texts[kind];
	// A chart ends at an exclusive time; what is shown is its last minute.
	const end = new Date(((facts.ends_at ?? 0) - 60) * 1000);
	const time = new Intl.DateTimeFormat(locale, { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(end);
	const values: Record<string, string | number | null | undefined> = { ...facts, time };
	const filled = (text: string) =>
		text.replaceAll(/\{([a-z_]{1,20})\}/g, (_, name: string) => String(values[name] ?? ''));
	return { title: filled(title), body: filled(body) };
}

function addressOf({ kind, facts }: { kind: Taken['kind']; facts: Facts }): string {
	if (kind === 'claim_ready') return pages.store;
	const tab = facts.tab ? `?${new URLSearchParams({ main_tab: facts.tab }).toString()}` : '';
	return pages.leaderboard + tab;
}
