/** The job of reminders: looks for events, then sends what is open. */
import type { Database } from '#server/kernel/database.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { findEvents } from './events/events.ts';
import { messageOf, timeOfDay } from './sending/message.ts';
import * as sql from './sending/sql.ts';
import { openOffTokens, type OffTokens } from './off-token.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push-provider.ts';
import type { Quiet } from './sending/sql.ts';

export interface Reminding {
	db: Database;
	/** Null: the site sends none. */
	push: PushProvider | null;
	/** Signs the tokens of notifications. */
	secret: string;
	log: Sending['log'];
}

/** Returns the job. Its signal is aborted when the process stops. */
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
/** A device is forgotten if its service has refused every message for so long, and takes those of others. */
const REFUSED_DAYS = 3;

export interface Sending {
	db: Database;
	push: PushProvider;
	tokens: OffTokens;
	log: Record<'info' | 'warn', (fields: object, message: string) => void>;
}

export async function sendReminders(sending: Sending, stopping: AbortSignal): Promise<void> {
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
	const sent: sql.Taken[] = [];
	const gone: sql.Taken[] = [];
	const refused: sql.Taken[] = [];
	const later: sql.Delay[] = [];
	await Promise.all(
		part.map(async (taken) => {
			const outcome = await sendOne(sending, taken);
			if (outcome === 'sent') sent.push(taken);
			if (outcome === 'gone') gone.push(taken);
			if (outcome === 'refused') refused.push(taken);
			if (typeof outcome === 'number') later.push({ ...taken, seconds: outcome });
			const name = typeof outcome === 'number' ? 'later' : outcome;
			sums[name] = (sums[name] ?? 0) + 1;
		}),
	);
	await sql.deleteGone(db, gone);
	// A service that takes no message at all refuses our key, clock or subject: that costs no fan a device.
	const taking = new Set(sent.map(({ endpoint }) => new URL(endpoint).host));
	const atFault = refused.filter(({ endpoint }) => taking.has(new URL(endpoint).host));
	await sql.deleteRefused(db, atFault, REFUSED_DAYS);
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

/**
 * Returns the seconds until the fan's quiet hours end, and 0 outside of them. Not asked of PostgreSQL: a zone that it no longer
 * knows, after a move to another machine, would fail the whole part. A fan of such a zone has no quiet hours.
 */
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
