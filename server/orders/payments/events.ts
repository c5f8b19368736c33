/** Ingests the provider's own list of events, to find events whose webhook never arrived. Run by a job. */
import { isDatabaseLost } from '#server/db/lost.ts';
import { ingestAnswer, ingestEvent } from './ingest.ts';
import type { Store } from './pay.ts';
import * as paymentsSql from './sql.ts';
import { ProviderRefusal } from './provider.ts';

/** The provider keeps its list for 30 days. A new site does not need older events. */
const FIRST_READING_DAYS = 3;
/** An event may appear in the list a little later than its timestamp. */
const OVERLAP_SECONDS = 15 * 60;
/** A failing event is read again every ten minutes for this time. After that, reading continues without it. */
const FAILING_SECONDS = 3 * 24 * 60 * 60;

/** Ingests new events. A failing event does not stop the others; the next read begins with it. */
export async function readEvents({ db, provider, log }: Store): Promise<void> {
	if (!provider) return;
	const { now, since } = await paymentsSql.selectReadThrough(db, {
		firstDays: FIRST_READING_DAYS,
		overlap: OVERLAP_SECONDS,
	});
	let through = now;
	for await (const event of provider.readEvents(since)) {
		try {
			await ingestEvent({ db, log }, event);
		} catch (error) {
			if (isDatabaseLost(error)) throw error;
			const { eventId, type, occurredAt } = event;
			const givenUp = occurredAt < now - FAILING_SECONDS;
			log.error({ err: error, eventId, type, givenUp }, 'a payment event could not be handled');
			if (!givenUp) through = Math.min(through, occurredAt);
		}
	}
	await paymentsSql.upsertReadThrough(db, through);
}

/** Refunds a payment that bought nothing. */
export async function refundPayment({ db, provider, log }: Store, paymentId: string): Promise<void> {
	if (!provider) throw new Error(`Payment ${paymentId} is to be refunded, but no payment provider is configured`);
	try {
		await ingestAnswer(db, { refund: await provider.refund(paymentId) });
	} catch (error) {
		if (!(error instanceof ProviderRefusal)) throw error;
		// Often the payment has already been refunded at the provider, or the bank has taken it. Ingest those facts.
		for (const refund of await provider.readRefunds(paymentId)) await ingestAnswer(db, { refund });
		for (const dispute of await provider.readDisputes(paymentId)) await ingestAnswer(db, { dispute });
		if (await paymentsSql.selectReturned(db, paymentId)) return;
		log.error({ err: error, paymentId }, 'the payment provider refuses to refund a payment that bought nothing');
		throw error;
	}
}
