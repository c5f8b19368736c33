/** Looking after orders that nobody tells us about: a closed browser, a lost message, a crash. Run by jobs. */
import { hearAnswer, hearEvent } from './hear.ts';
import { askAbout, type Store } from './pay.ts';
import * as facts from './payment-sql.ts';
import { ProviderOutage, ProviderRefusal } from './payment-provider.ts';
import { askRefund } from './refunds.ts';
import { selectAsked, selectUnasked } from './refunds-sql.ts';
import { settle } from './settle.ts';
import * as sql from './sql.ts';

const UNASKED_SECONDS = 60;
const UNSETTLED_SECONDS = 30;
const BATCH = 100;
/** The provider keeps its list for 30 days; a new site has no need of what was before it. */
const FIRST_READING_DAYS = 3;
/** An event may appear in the list a little later than its time says. */
const OVERLAP_SECONDS = 15 * 60;

/** Every minute: open card pages are asked about, old orders expire, what a crash left is settled, or asked for again. */
export async function watchOrders(store: Store): Promise<void> {
	for (const tradeNo of await facts.selectUnsettled(store.db, UNSETTLED_SECONDS, BATCH))
		await settle(store.db, tradeNo);
	try {
		await askAboutPages(store);
		await expireOrders(store);
		for (const requestId of await selectUnasked(store.db, BATCH)) await askRefund(store, requestId);
	} catch (error) {
		// It will be asked again in a minute.
		if (!(error instanceof ProviderOutage)) throw error;
		store.log.warn({ err: error }, 'the payment provider could not be asked about open orders');
	}
}

async function askAboutPages(store: Store): Promise<void> {
	if (!store.provider) return;
	for (const checkout of await facts.selectUnasked(store.db, UNASKED_SECONDS, BATCH)) {
		const order = await sql.selectAnyOrder(store.db, checkout.tradeNo);
		if (order) await askAbout(store, store.provider, order, checkout);
	}
}

async function expireOrders(store: Store): Promise<void> {
	for (const tradeNo of await sql.selectOverdue(store.db, BATCH)) {
		await closePage(store, tradeNo);
		await store.db.transaction(async (tx) => {
			const order = await sql.lockOrder(tx, tradeNo);
			const open = order?.status === 'created' || order?.status === 'paying';
			if (open && !(await facts.selectLiveCheckout(tx, tradeNo))) await sql.updateStatus(tx, tradeNo, 'expired');
		});
	}
}

/**
 * One order, at once: its card pages, its payments, and what became of them.
 * @throws {ProviderOutage} and, once everything else was asked, {ProviderRefusal}
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
	const live = await facts.selectLiveCheckout(db, tradeNo);
	if (live) await ask(() => askAbout(store, provider, order, live));
	for (const sessionId of await facts.selectPages(db, tradeNo)) {
		await ask(async () => hearAnswer(db, { checkout: await provider.readCheckout(sessionId) }));
	}
	for (const requestId of await selectAsked(db, tradeNo)) await askRefund(store, requestId);
	for (const paymentId of await facts.selectPaymentIds(db, tradeNo)) {
		await ask(async () => {
			for (const refund of await provider.readRefunds(paymentId)) await hearAnswer(db, { refund });
			for (const dispute of await provider.readDisputes(paymentId)) await hearAnswer(db, { dispute });
		});
	}
	await settle(db, tradeNo);
	if (refusals[0]) throw refusals[0];
}

/** Takes the order's open card page away, unless it was paid on: then that is heard. */
export async function closePage(store: Store, tradeNo: string): Promise<void> {
	const { db, provider } = store;
	const live = await facts.selectLiveCheckout(db, tradeNo);
	const order = await sql.selectAnyOrder(db, tradeNo);
	if (!live || !order || !provider) return;
	const page = await askAbout(store, provider, order, live);
	if (page?.status === 'open') await hearAnswer(db, { checkout: await provider.closeCheckout(page.sessionId) });
}

/** Now and then: the provider's own list of what happened, for messages that never reached us. */
export async function readEvents({ db, provider }: Store): Promise<void> {
	if (!provider) return;
	const { now, since } = await facts.selectReadThrough(db, {
		firstDays: FIRST_READING_DAYS,
		overlap: OVERLAP_SECONDS,
	});
	for await (const event of provider.readEvents(since)) await hearEvent(db, event);
	await facts.upsertReadThrough(db, now);
}

/** Gives back a payment that bought nothing. */
export async function refundPayment({ db, provider }: Store, paymentId: string): Promise<void> {
	if (!provider) throw new Error(`Payment ${paymentId} is to be refunded, but no payment provider is configured`);
	await hearAnswer(db, { refund: await provider.refund(paymentId) });
}
