/** Reads again where webhooks do not arrive. A job checks each order by itself, least recently checked first. */
import { isDatabaseLost, isDatabaseUnable } from '#server/db/lost.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { ingestAnswer, ingestEvent, setAside, settle } from '../settle.ts';
import { askAbout } from '../orders.ts';
import * as paymentsSql from './sql.ts';
import type { CheckoutFacts, PaymentDeps, PaymentProvider } from './provider.ts';
import { ProviderOutage, ProviderRefusal } from './provider.ts';
import type { Database } from '#server/kernel/database.ts';
import { askRefund } from '../refunds/refunds.ts';
import * as sql from '../sql.ts';

const UNASKED_SECONDS = 60;
const UNSETTLED_SECONDS = 30;
const BATCH = 100;
/** Outages after which a run stops calling the provider: it is down, and each call would wait for its timeout. */
const OUTAGES_MAX = 5;

export async function watchOrders(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
	const { db } = deps;
	const unsettled = async () => paymentsSql.selectUnsettled(db, UNSETTLED_SECONDS, BATCH);
	const settling = async () => runAllSettled(await unsettled(), (order) => settle(db, order));
	await runAllSettled([settling, () => askProvider(deps, stopping)], (step) => step());
}

async function askProvider(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
	const { db, provider, log } = deps;
	let outages = 0;
	/** Calls that the provider does not answer, or refuses, are retried later. */
	const each = (
		named: 'tradeNo' | 'requestId',
		ids: readonly string[],
		ask: (deps: PaymentDeps, id: string) => unknown,
	) =>
		runAllSettled(
			ids,
			async (id) => (outages < OUTAGES_MAX && !stopping?.aborted ? ask(deps, id) : undefined),
			(error, id) => {
				if (!(error instanceof ProviderOutage || error instanceof ProviderRefusal)) throw error;
				if (error instanceof ProviderOutage) outages += 1;
				log.warn({ reason: error.message, [named]: id }, 'the payment provider could not be asked');
			},
		);
	const pages = provider ? await paymentsSql.selectUnasked(db, UNASKED_SECONDS, BATCH) : [];
	const questions = [
		() => each('tradeNo', pages, askAboutOpenPage),
		async () => each('tradeNo', await sql.selectOverdue(db, BATCH), expire),
		async () => each('requestId', await sql.selectUnasked(db, BATCH), askRefund),
	];
	await runAllSettled(questions, (question) => question());
}

/** The open page, or null. A failing one goes to the end of the queue; a refused one is given up when expired. */
async function askAboutOpenPage(deps: PaymentDeps, tradeNo: string): Promise<CheckoutFacts | null> {
	const { db, provider } = deps;
	const live = await paymentsSql.selectLiveCheckout(db, tradeNo);
	const order = await sql.selectAnyOrder(db, tradeNo);
	if (!live || !order || !provider) return null;
	try {
		return await askAbout(deps, provider, order, live);
	} catch (error) {
		await paymentsSql.updateChecked(db, live, error instanceof ProviderRefusal);
		throw error;
	}
}

async function expire(deps: PaymentDeps, tradeNo: string): Promise<void> {
	await closePage(deps, tradeNo).catch((error: unknown) => {
		if (!(error instanceof ProviderRefusal)) throw error;
		deps.log.warn({ reason: error.message, tradeNo }, 'the payment provider refused to close a card page');
	});
	await deps.db.transaction(async (tx) => {
		const order = await sql.lockOrder(tx, tradeNo);
		const open = order?.status === 'created' || order?.status === 'paying';
		if (open && !(await paymentsSql.selectLiveCheckout(tx, tradeNo))) await sql.updateStatus(tx, tradeNo, 'expired');
	});
}

async function closePage(deps: PaymentDeps, tradeNo: string): Promise<void> {
	const { db, provider } = deps;
	const page = await askAboutOpenPage(deps, tradeNo);
	if (!provider || page?.status !== 'open') return;
	await ingestAnswer(db, { checkout: await provider.closeCheckout(page.sessionId) });
}

/** For an operator. @throws {ProviderOutage} @throws {ProviderRefusal} after everything else was read */
export async function recheckOrder(deps: PaymentDeps, tradeNo: string): Promise<void> {
	const { db, provider } = deps;
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
	if (live) await ask(() => askAbout(deps, provider, order, live));
	for (const sessionId of await paymentsSql.selectPages(db, tradeNo))
		await ask(async () => ingestAnswer(db, { checkout: await provider.readCheckout(sessionId) }));
	for (const requestId of await sql.selectAsked(db, tradeNo)) await askRefund(deps, requestId);
	for (const paymentId of await paymentsSql.selectPaymentIds(db, tradeNo))
		await ask(() => ingestReturns(db, provider, paymentId));
	await settle(db, tradeNo);
	if (refusals[0]) throw refusals[0];
}

async function ingestReturns(db: Database, provider: PaymentProvider, paymentId: string): Promise<void> {
	for (const refund of await provider.readRefunds(paymentId)) await ingestAnswer(db, { refund });
	for (const dispute of await provider.readDisputes(paymentId)) await ingestAnswer(db, { dispute });
}

/** The provider keeps its list for 30 days. A new site does not need older events. */
const FIRST_READING_DAYS = 3;
/** An event may appear in the list a little later than its timestamp. */
const OVERLAP_SECONDS = 15 * 60;
/** A failing event is read again every ten minutes for this time. After that, reading continues without it. */
const FAILING_SECONDS = 3 * 24 * 60 * 60;

/** Ingests new events. A failing event does not stop the others; the next read begins with it. */
export async function readEvents({ db, provider, log }: PaymentDeps): Promise<void> {
	if (!provider) return;
	const { now, since } = await paymentsSql.selectReadThrough(db, FIRST_READING_DAYS, OVERLAP_SECONDS);
	let through = now;
	for await (const event of provider.readEvents(since)) {
		try {
			await ingestEvent({ db, log }, event);
		} catch (error) {
			if (isDatabaseLost(error)) throw error;
			const { eventId, type, occurredAt } = event;
			const givenUp = occurredAt < now - FAILING_SECONDS && !isDatabaseUnable(error);
			log.error({ err: error, eventId, type, givenUp }, 'a payment event could not be handled');
			if (givenUp) await setAside(db, { ...event, setAside: `given up: ${String(error)}` }).catch(() => null);
			else through = Math.min(through, occurredAt);
		}
	}
	await paymentsSql.upsertReadThrough(db, through);
}

export async function refundPayment({ db, provider, log }: PaymentDeps, paymentId: string): Promise<void> {
	if (!provider) throw new Error(`Payment ${paymentId} is to be refunded, but no payment provider is configured`);
	try {
		await ingestAnswer(db, { refund: await provider.refund(paymentId) });
	} catch (error) {
		if (!(error instanceof ProviderRefusal)) throw error;
		// Often the payment has already been refunded at the provider, or the bank has taken it. Ingest those facts.
		await ingestReturns(db, provider, paymentId);
		if (await paymentsSql.selectReturned(db, paymentId)) return;
		log.error({ err: error, paymentId }, 'the payment provider refuses to refund a payment that bought nothing');
		throw error;
	}
}
