/** Reads one order's card pages, payments, refunds and disputes from the provider at once. */
import { ingestAnswer } from '../payments/ingest.ts';
import { askAbout, type Store } from '../payments/pay.ts';
import * as paymentsSql from '../payments/sql.ts';
import { ProviderRefusal } from '../payments/provider.ts';
import { askRefund } from '../refunds/refunds.ts';
import { selectAsked } from '../refunds/sql.ts';
import { settle } from '../settle.ts';
import * as sql from '../sql.ts';

/**
 * @throws {ProviderOutage}
 * @throws {ProviderRefusal} after everything else was read
 */
export async function recheckOrder(store: Store, tradeNo: string): Promise<void> {
	const { db, provider } = store;
	const order = await sql.selectAnyOrder(db, tradeNo);
	if (!order || !provider) return;
	const refusals: ProviderRefusal[] = [];
	const ask = async (question: () => Promise<unknown>): Promise<void> => {
		try {
			await question();
		} catch (error) {
			if (!(error instanceof ProviderRefusal)) throw error;
			refusals.push(error);
		}
	};
	const live = await paymentsSql.selectLiveCheckout(db, tradeNo);
	if (live) await ask(() => askAbout(store, provider, order, live));
	for (const sessionId of await paymentsSql.selectPages(db, tradeNo)) {
		await ask(async () => ingestAnswer(db, { checkout: await provider.readCheckout(sessionId) }));
	}
	for (const requestId of await selectAsked(db, tradeNo)) await askRefund(store, requestId);
	for (const paymentId of await paymentsSql.selectPaymentIds(db, tradeNo)) {
		await ask(async () => {
			for (const refund of await provider.readRefunds(paymentId)) await ingestAnswer(db, { refund });
			for (const dispute of await provider.readDisputes(paymentId)) await ingestAnswer(db, { dispute });
		});
	}
	await settle(db, tradeNo);
	if (refusals[0]) throw refusals[0];
}
