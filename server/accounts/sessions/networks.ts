/**
 * The network hash that a session stores: enough to recognize that a thousand accounts share a network, and no more.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Database, Tx } from '#server/kernel/database.ts';
import { network24 } from '#server/kernel/network-address.ts';
import * as sql from './sql.ts';

const KEPT_DAYS = 90;

/** Hashes the network with this month's secret key, so that the hash cannot be reversed by trying every network. */
export async function networkHash(tx: Tx, address: string): Promise<Buffer | null> {
	const network = network24(address);
	if (!network) return null;
	const key = await sql.readNetworkKey(tx, randomBytes(32));
	return createHmac('sha256', key).update(network).digest();
}

/** Deletes network hashes of sessions after 90 days, together with their keys. Runs once a day. */
export async function forgetOldTraces(db: Database): Promise<void> {
	await db.transaction((tx) => sql.forgetTraces(tx, KEPT_DAYS));
}
