/**
 * Reconciles orders whose webhooks do not arrive: after a closed browser, a lost message or a crash. Run by jobs. Each
 * order is checked on its own, least recently checked first, so that one failing order does not stop the others.
 */
import { eachByItself } from '#server/jobs/each.ts';
import { ingestAnswer } from './ingest.ts';
import { askAbout, type Store } from './pay.ts';
import * as paymentsSql from './sql.ts';
import { ProviderOutage, ProviderRefusal, type CheckoutFacts, type PaymentProvider } from './provider.ts';
import { askRefund } from '../refunds/refunds.ts';
import { selectUnasked } from '../refunds/sql.ts';
import { settle } from '../settle.ts';
import * as sql from '../sql.ts';

const UNASKED_SECONDS = 60;
const UNSETTLED_SECONDS = 30;
const BATCH = 100;
/** Outages after which a run stops calling the provider: it is down, and each call would wait for its timeout. */
const OUTAGES_MAX = 5;

/** Runs every minute. Checks open card pages, expires old orders, and settles or retries work left by a crash. */
export async function watchOrders(store: Store, stopping?: AbortSignal): Promise<void> {
	const { db } = store;
	await eachByItself(
		[
			async () =>
				eachByItself(await paymentsSql.selectUnsettled(db, UNSETTLED_SECONDS, BATCH), (order) => settle(db, order)),
			() => askProvider(store, stopping),
		],
		(step) => step(),
	);
}

async function askProvider(store: Store, stopping?: AbortSignal): Promise<void> {
	const { db, provider, log } = store;
	let outages = 0;
	/** Calls that the provider does not answer, or refuses, are retried later. */
	const each = <Item>(items: readonly Item[], ask: (item: Item) => Promise<unknown>, nameOf: (item: Item) => object) =>
		eachByItself(
			items,
			async (item) => (outages < OUTAGES_MAX && !stopping?.aborted ? ask(item) : undefined),
			(error, item) => {
				if (!(error instanceof ProviderOutage || error instanceof ProviderRefusal)) throw error;
				if (error instanceof ProviderOutage) outages += 1;
				log.warn({ err: error, ...nameOf(item) }, 'the payment provider could not be asked');
			},
		);
	const pages = provider ? await paymentsSql.selectUnasked(db, UNASKED_SECONDS, BATCH) : [];
	const questions = [
		() =>
			each(
				pages,
				(page) => askAboutPage(store, page),
				({ tradeNo, attempt }) => ({ tradeNo, attempt }),
			),
		async () =>
			each(
				await sql.selectOverdue(db, BATCH),
				(tradeNo) => expire(store, tradeNo),
				(tradeNo) => ({ tradeNo }),
			),
		async () =>
			each(
				await selectUnasked(db, BATCH),
				(requestId) => askRefund(store, requestId),
				(requestId) => ({ requestId }),
			),
	];
	await eachByItself(questions, (question) => question());
}

async function askAboutPage(store: Store, { tradeNo }: paymentsSql.CheckoutRow): Promise<CheckoutFacts | null> {
	const { db, provider } = store;
	const live = await paymentsSql.selectLiveCheckout(db, tradeNo);
	const order = await sql.selectAnyOrder(db, tradeNo);
	if (!live || !order || !provider) return null;
	return askAboutLive(store, provider, order, live);
}

/** A failing page moves to the end of the queue. If the provider refuses it, it is given up once it has expired. */
async function askAboutLive(
	store: Store,
	provider: PaymentProvider,
	order: sql.OrderRow,
	live: paymentsSql.CheckoutRow,
): Promise<CheckoutFacts | null> {
	try {
		return await askAbout(store, provider, order, live);
	} catch (error) {
		await paymentsSql.updateChecked(store.db, live, { givenUp: error instanceof ProviderRefusal });
		throw error;
	}
}

async function expire(store: Store, tradeNo: string): Promise<void> {
	await closePage(store, tradeNo).catch((error: unknown) => {
		if (!(error instanceof ProviderRefusal)) throw error;
		store.log.warn({ err: error, tradeNo }, 'the payment provider refused to close a card page');
	});
	await store.db.transaction(async (tx) => {
		const order = await sql.lockOrder(tx, tradeNo);
		const open = order?.status === 'created' || order?.status === 'paying';
		if (open && !(await paymentsSql.selectLiveCheckout(tx, tradeNo))) await sql.updateStatus(tx, tradeNo, 'expired');
	});
}

/** Closes the order's open card page. If it has been paid, the payment is ingested instead. */
async function closePage(store: Store, tradeNo: string): Promise<void> {
	const { db, provider } = store;
	const live = await paymentsSql.selectLiveCheckout(db, tradeNo);
	const order = await sql.selectAnyOrder(db, tradeNo);
	if (!live || !order || !provider) return;
	const page = await askAboutLive(store, provider, order, live);
	if (page?.status === 'open') await ingestAnswer(db, { checkout: await provider.closeCheckout(page.sessionId) });
}
