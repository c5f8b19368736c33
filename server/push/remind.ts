/** The job of reminders: looks for events, then sends what is open. */
import type { Database } from '#server/kernel/database.ts';
import { findEvents } from './events/events.ts';
import { messageOf } from './sending/message.ts';
import * as sql from './sending/sql.ts';
import { openOffTokens, type OffTokens } from './off-token.ts';
import type { PushProvider } from './push-provider.ts';

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
		await findEvents(db);
		await sendReminders({ db, push, tokens, log }, stopping);
	};
}

const PART = 500;
const PARTS_AT_ONCE = 2;

export interface Sending {
	db: Database;
	push: PushProvider;
	tokens: OffTokens;
	log: { info(fields: object, message: string): void };
}

export async function sendReminders(sending: Sending, stopping: AbortSignal): Promise<void> {
	const sums: Record<string, number> = { sent: 0, gone: 0, lost: 0, later: 0 };
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
		const quiet = next.flatMap((one) => (one.waitsFor === null ? [] : [{ ...one, seconds: one.waitsFor }]));
		await sql.insertDelayed(tx, quiet);
		return next.filter(({ waitsFor }) => waitsFor === null);
	});
}

async function sendPart(
	{ db, push, tokens }: Sending,
	part: readonly sql.Taken[],
	sums: Record<string, number>,
): Promise<void> {
	const gone: sql.Taken[] = [];
	const later: sql.Delay[] = [];
	await Promise.all(
		part.map(async (taken) => {
			const outcome = await push.send(taken, messageOf(taken, tokens.make(taken.fanId, taken.kind)));
			if (outcome === 'gone') gone.push(taken);
			if (typeof outcome === 'number') later.push({ ...taken, seconds: outcome });
			const name = typeof outcome === 'number' ? 'later' : outcome;
			sums[name] = (sums[name] ?? 0) + 1;
		}),
	);
	await sql.deleteGone(db, gone);
	await sql.insertDelayed(db, later);
}
