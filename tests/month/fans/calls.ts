/** What a fan does on the site, one call each. */
import { hash } from 'node:crypto';
import type { Client } from '../stage/client.ts';
import type { Fan } from './fan.ts';

const API = '/api/v1';

/** What fans were told. */
export class Journal {
	/** Ballots that were counted. */
	votes = 0;
	readonly refusals = new Map<string, number>();

	refused(slug: string): void {
		this.refusals.set(slug, (this.refusals.get(slug) ?? 0) + 1);
	}
}

export interface Here {
	client: Client;
	journal: Journal;
}

interface Balance {
	gem_balance: number;
}

const as = (fan: Fan) => ({ authorization: `Bearer ${fan.token ?? ''}` });

/** Makes one change. The key looks like a device's, but is the same in every run. Null if the site refuses. */
async function change<Data>({ client, journal }: Here, fan: Fan, path: string, body?: object): Promise<Data | null> {
	fan.changes += 1;
	const key = hash('md5', `${fan.name} ${fan.changes}`, 'base64url');
	const headers = { ...as(fan), 'idempotency-key': key };
	const { status, text } = await client.ask({ method: 'POST', path: API + path, headers, body });
	const { error, data } = JSON.parse(text) as { error?: string; data: Data };
	if (status === 200) return data;
	journal.refused(error ?? String(status));
	return null;
}

export async function castBallot(
	here: Here,
	fan: Fan,
	{ rankingKey, artistId, tickets }: { rankingKey: string; artistId: number; tickets: number },
): Promise<void> {
	const body = { artist_id: artistId, ticket_number: tickets };
	const data = await change<Balance>(here, fan, `/rankings/vote/${rankingKey}`, body);
	if (!data) return;
	here.journal.votes += 1;
	fan.balance = data.gem_balance;
}

export async function checkIn(here: Here, fan: Fan, day: number): Promise<void> {
	const data = await change<Balance>(here, fan, '/checkin');
	if (!data) return;
	fan.balance = data.gem_balance;
	fan.checkedInOn = day;
}

/** Reads the balance, which operators and banks change too. */
export async function lookAtWallet({ client }: Here, fan: Fan): Promise<void> {
	const { status, text } = await client.ask({ path: `${API}/user/me`, headers: as(fan) });
	if (status === 200) fan.balance = (JSON.parse(text) as { data: Balance }).data.gem_balance;
}

/** Returns the trade number of a new order, or null if the site refuses it. */
export async function order(here: Here, fan: Fan, goodsId: number): Promise<string | null> {
	const data = await change<{ order: { trade_no: string } }>(here, fan, '/orders/create', { goods_id: goodsId });
	return data?.order.trade_no ?? null;
}

/** Goes to the card page and types a number. */
export async function pay({ client }: Here, fan: Fan, tradeNo: string, card: string): Promise<void> {
	const query = `trade_no=${tradeNo}&payment_method=PAYMENT_METHOD_STRIPE_CARD`;
	const { text } = await client.ask({ path: `${API}/orders/pay?${query}`, headers: as(fan) });
	const { data } = JSON.parse(text) as { data: { pay_url: string } };
	const page = await fetch(data.pay_url, {
		method: 'POST',
		body: new URLSearchParams({ number: card }),
		redirect: 'manual',
	});
	await page.arrayBuffer();
}
