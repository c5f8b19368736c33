/**
 * Sends reminders. A part of an event is taken up and committed before the first of it is sent: a crash loses that part,
 * and nobody is told twice. Two parts are under way at once, so that the memory does not grow with the number of fans.
 */
import type { Database } from '#server/kernel/database.ts';
import type { PushProvider } from '../push-provider.ts';
import type { OffTokens } from '../off-token.ts';
import { messageOf } from './message.ts';
import * as sql from './sql.ts';

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
