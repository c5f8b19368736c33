/** Every statement on the provider's events, and on the time through which its list of events has been read. */
import { one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { ProviderEvent } from './provider.ts';

/** Returns false if the event was handled before. */
export async function insertEvent(tx: Tx, event: ProviderEvent): Promise<boolean> {
	const { eventId, type, occurredAt, setAside, checkout, refund, dispute } = event;
	const inserted = await tx.query({
		text: `insert into payment_event (event_id, type, occurred_at, received_at, trade_no, payment_id, set_aside)
			values ($1, $2, to_timestamp($3), lightstick_now(), $4, $5, $6) on conflict (event_id) do nothing returning event_id`,
		values: [
			eventId,
			type,
			occurredAt,
			checkout?.tradeNo ?? null,
			(refund ?? dispute)?.paymentId || null,
			setAside ?? null,
		],
	});
	return inserted.length > 0;
}

/**
 * Returns the time (epoch seconds) from which to read the provider's list of events. The last `overlap` seconds are
 * read twice.
 */
export async function selectReadThrough(db: Db, { firstDays, overlap }: { firstDays: number; overlap: number }) {
	const { now, since } = await one<{ now: number; since: number }>(db, {
		text: `select ${epochSeconds('now')} as now, floor(extract(epoch from coalesce(
				(select read_through from payment_reading) - make_interval(secs => $2),
				now - make_interval(days => $1))))::bigint as since
			from (select lightstick_now() as now) clock`,
		values: [firstDays, overlap],
	});
	return { now, since };
}

export async function upsertReadThrough(db: Db, at: number): Promise<void> {
	await db.query({
		text: `insert into payment_reading (read_through) values (to_timestamp($1))
			on conflict (only_row) do update set read_through = greatest(payment_reading.read_through, excluded.read_through)`,
		values: [at],
	});
}
