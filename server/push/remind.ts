/** The job of reminders: looks for events, then sends what is open. */
import type { Database } from '#server/kernel/database.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { findEvents } from './events.ts';
import * as sql from './sql.ts';
import type { Quiet, Facts, Taken } from './sql.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push-provider.ts';
import { pages } from '#contract/pages.ts';
import { type PushNotice, type ReminderKind, reminderKinds } from '#contract/push.ts';
import type { Language } from '#contract/values/languages.ts';
import { nameIn } from '#contract/values/artist-names.ts';
import { cut } from '#contract/values/text.ts';
import { preferredLanguage } from '#server/languages/language.ts';
import type { TextName } from '#server/languages/texts.ts';
import { translate, type Values } from '#server/languages/translate.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

interface Reminding extends Pick<Sending, 'db' | 'log'> {
	/** Null: the site sends none. */
	push: PushProvider | null;
	secret: string;
}

export function openReminders({ db, push, secret, log }: Reminding): (stopping: AbortSignal) => Promise<void> {
	if (!push) return async () => undefined;
	const tokens = openOffTokens(secret);
	return async (stopping) => {
		// What was found is sent also if something could not be looked at.
		const steps = [() => findEvents(db), () => sendReminders({ db, push, tokens, log }, stopping)];
		await runAllSettled(steps, (step) => step());
	};
}

const PART = 500;
const PARTS_AT_ONCE = 2;

interface Sending {
	db: Database;
	push: PushProvider;
	tokens: OffTokens;
	log: Record<'info' | 'warn', (fields: object, message: string) => void>;
}

async function sendReminders(sending: Sending, stopping: AbortSignal): Promise<void> {
	const sums: Record<string, number> = { sent: 0, gone: 0, refused: 0, lost: 0, later: 0 };
	const work = async () => {
		for (;;) {
			if (stopping.aborted) return;
			const part = await take(sending.db);
			if (part === null) return;
			await sendPart(sending, part, sums);
		}
	};
	await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
	if (Object.values(sums).some((count) => count > 0)) sending.log.info(sums, 'reminders');
}

/** Returns null when nothing is left to send, and an empty part when nobody wants it now. */
function take(db: Database): Promise<sql.Taken[] | null> {
	return db.transaction(async (tx) => {
		const delayed = await sql.takeDelayed(tx, PART);
		if (delayed.length > 0) return delayed.filter(({ wanted }) => wanted);
		const event = await sql.lockOpenEvent(tx);
		if (!event) return null;
		const next = await sql.selectNext(tx, event, PART);
		await sql.moveOn(tx, event, next.length < PART ? null : (next.at(-1)?.subscriptionId ?? null));
		const waiting = next.map((one) => ({ ...one, seconds: quietSeconds(one) }));
		await sql.insertDelayed(
			tx,
			waiting.filter(({ seconds }) => seconds > 0),
		);
		return waiting.filter(({ seconds }) => seconds === 0);
	});
}

async function sendPart(sending: Sending, part: readonly sql.Taken[], sums: Record<string, number>): Promise<void> {
	const { db } = sending;
	const outcomes = await Promise.all(part.map(async (taken) => [taken, await sendOne(sending, taken)] as const));
	const having = (wanted: PushOutcome) => outcomes.filter(([, outcome]) => outcome === wanted).map(([taken]) => taken);
	const [sent, gone, refused] = [having('sent'), having('gone'), having('refused')];
	const later: sql.Delay[] = [];
	for (const [taken, outcome] of outcomes) {
		if (typeof outcome === 'number') later.push({ ...taken, seconds: outcome });
		const name = typeof outcome === 'number' ? 'later' : outcome;
		sums[name] = (sums[name] ?? 0) + 1;
	}
	await sql.deleteGone(db, gone);
	// A service that takes no message at all refuses our key, clock or subject: that costs no fan a device.
	const taking = new Set(sent.map(({ endpoint }) => new URL(endpoint).host));
	const atFault = refused.filter(({ endpoint }) => taking.has(new URL(endpoint).host));
	await sql.deleteRefused(db, atFault);
	await sql.noteRefused(db, refused);
	await sql.noteTaken(
		db,
		sent.filter(({ isRefused }) => isRefused),
	);
	await sql.insertDelayed(db, later);
}

/** A reminder that cannot be written costs its own device only. */
async function sendOne({ push, tokens, log }: Sending, taken: sql.Taken): Promise<PushOutcome> {
	let message: PushMessage;
	try {
		message = messageOf(taken, tokens.make(taken.fanId, taken.kind));
	} catch (error) {
		log.warn({ err: error }, 'a reminder could not be written');
		return 'lost';
	}
	return push.send(taken, message);
}

const DAY_MINUTES = 1_440;

/** Seconds of quiet left. Not by PostgreSQL: a zone that it forgot would fail all. A fan of such a zone has no quiet. */
function quietSeconds({ timezone, quietFrom, quietUntil, now }: Quiet & { timezone: string }): number {
	if (quietFrom === quietUntil) return 0;
	const minute = minuteOfDay(timezone, now);
	if (minute === null) return 0;
	const isQuiet =
		quietFrom < quietUntil ? minute >= quietFrom && minute < quietUntil : minute >= quietFrom || minute < quietUntil;
	return isQuiet ? ((quietUntil - minute + DAY_MINUTES) % DAY_MINUTES) * 60 : 0;
}

function minuteOfDay(timezone: string, now: number): number | null {
	try {
		// By the minute, so that all fans of a zone share one kept text.
		const [hours = '', minutes = ''] = timeOfDay('en-GB', timezone, now - (now % 60)).split(':');
		return Number(hours) * 60 + Number(minutes);
	} catch {
		return null;
	}
}

const texts: Record<ReminderKind, readonly [TextName, TextName]> = {
	vote_opens: ['voteOpensTitle', 'voteOpens'],
	vote_closes: ['voteClosesTitle', 'voteCloses'],
	overtaken: ['overtakenTitle', 'overtaken'],
	claim_ready: ['claimReadyTitle', 'claimReady'],
};

/** In the language of the device, or of the fan's last visit. `web/worker/push.ts` reads it. */
/** @internal a test tries what no event has: names of families of emoji. */
export function messageOf(taken: Taken, offToken: string): PushMessage {
	const whole = textOf(taken, offToken, NAME_MAX);
	const text = Buffer.byteLength(whole) > TEXT_BYTES_MAX ? textOf(taken, offToken, SHORT_NAME_MAX) : whole;
	return { text, keepFor: taken.keepFor };
}

/** What a push service has to take, once it is encrypted. Families of emoji and piled accents pass it with a name or two. */
const TEXT_BYTES_MAX = 3_900;
const NAME_MAX = 200;
const SHORT_NAME_MAX = 20;

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
	const title = cut(facts.titles?.[lang] ?? facts.title ?? '', most);
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

/** A format takes half a millisecond, and 10 KB that the collector does not see: written texts are kept. */
const KEPT_MAX = 1_000;

const kept = new Map<string, string>();

function timeOfDay(language: string, timeZone: string, at: number): string {
	const key = `${language} ${timeZone} ${at}`;
	const before = kept.get(key);
	if (before !== undefined) return before;
	const format = new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit' });
	const text = format.format(new Date(at * 1000));
	if (kept.size >= KEPT_MAX) kept.clear();
	kept.set(key, text);
	return text;
}

type OffTokens = ReturnType<typeof openOffTokens>;

/**
 * Tokens with which a notification turns its kind off: signed, for one fan and one kind, without an end.
 * @param secret the private key of web push: with new keys, the old tokens end together with the old subscriptions
 */
export function openOffTokens(secret: string) {
	const key = createHmac('sha256', secret).update('reminders off').digest();
	const sign = (said: string) => createHmac('sha256', key).update(said).digest('base64url');
	return {
		make(fanId: number, kind: ReminderKind) {
			const said = `${fanId}.${kind}`;
			return `${said}.${sign(said)}`;
		},
		read(token: string) {
			const [, fanId = '', name = '', mac = ''] = /^([1-9]\d{0,15})\.([a-z_]+)\.([\w-]{43})$/.exec(token) ?? [];
			const kind = reminderKinds.find((one) => one === name);
			if (!kind || !timingSafeEqual(Buffer.from(mac), Buffer.from(sign(`${fanId}.${kind}`)))) return null;
			return { fanId: Number(fanId), kind };
		},
	};
}
