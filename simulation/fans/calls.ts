/** What a fan does on the site, one call each. */
import { hash } from 'node:crypto';
import type { Journal } from '../journal.ts';
import type { Client } from '../wire/client.ts';
import type { Fan } from './fan.ts';

const API = '/api/v1';

export interface Here {
	client: Client;
	journal: Journal;
}

interface Answer {
	error?: string;
	data: { gem_balance: number };
}

/** A key as a device makes one, but the same in every run. */
function nextKey(fan: Fan): string {
	fan.ballots += 1;
	return hash('md5', `${fan.name} ${fan.ballots}`, 'base64url');
}

const as = (fan: Fan): Record<string, string> => ({ authorization: `Bearer ${fan.token ?? ''}` });

export async function castBallot(
	{ client, journal }: Here,
	fan: Fan,
	{ rankingKey, artistId, tickets }: { rankingKey: string; artistId: number; tickets: number },
): Promise<void> {
	const startedAt = performance.now();
	const { status, text } = await client.ask({
		path: `${API}/rankings/vote/${rankingKey}`,
		headers: { ...as(fan), 'idempotency-key': nextKey(fan) },
		body: { artist_id: artistId, ticket_number: tickets },
	});
	const { error, data } = JSON.parse(text) as Answer;
	if (status !== 200) return journal.refused(error ?? String(status));
	journal.voted(performance.now() - startedAt);
	fan.balance = data.gem_balance;
}

export async function checkIn({ client, journal }: Here, fan: Fan, day: number): Promise<void> {
	const { status, text } = await client.ask({
		method: 'POST',
		path: `${API}/checkin`,
		headers: { ...as(fan), 'idempotency-key': nextKey(fan) },
	});
	const { error, data } = JSON.parse(text) as Answer;
	if (status !== 200) return journal.refused(error ?? String(status));
	fan.balance = data.gem_balance;
	fan.checkedInOn = day;
}

/** Reads the balance, which operators and banks change too. */
export async function lookAtWallet({ client }: Here, fan: Fan): Promise<void> {
	const { status, text } = await client.ask({ path: `${API}/user/me`, headers: as(fan) });
	if (status === 200) fan.balance = (JSON.parse(text) as Answer).data.gem_balance;
}

/** Returns the trade number of a new order, or null if the site refuses it. */
export async function order({ client, journal }: Here, fan: Fan, goodsId: number): Promise<string | null> {
	const { status, text } = await client.ask({
		path: `${API}/orders/create`,
		headers: { ...as(fan), 'idempotency-key': nextKey(fan) },
		body: { goods_id: goodsId },
	});
	const { error, data } = JSON.parse(text) as { error?: string; data: { order: { trade_no: string } } };
	if (status === 200) return data.order.trade_no;
	journal.refused(error ?? String(status));
	return null;
}

/** Goes to the card page and types a number. Returns true if the card pays. */
export async function pay({ client }: Here, fan: Fan, tradeNo: string, card: string): Promise<boolean> {
	const query = `trade_no=${tradeNo}&payment_method=PAYMENT_METHOD_STRIPE_CARD`;
	const { text } = await client.ask({ path: `${API}/orders/pay?${query}`, headers: as(fan) });
	const { data } = JSON.parse(text) as { data: { pay_url: string } };
	const page = await fetch(data.pay_url, {
		method: 'POST',
		body: new URLSearchParams({ number: card }),
		redirect: 'manual',
	});
	await page.arrayBuffer();
	return page.status >= 300 && page.status < 400;
}
