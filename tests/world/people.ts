/** Named fans with wallets and sessions. */
import { randomBytes, createHash } from 'node:crypto';
import { flagWallet, openWallet } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { type Database, type Tx, one } from '#server/kernel/database.ts';
import { adjustBy, owe } from './gems.ts';

export interface Person extends FanKey {
	name: string;
	token: string;
	/** What the session is stored under. */
	tokenHash: Buffer;
}

export interface PersonTraits {
	earned?: number;
	purchased?: number;
	registered?: boolean;
	suspended?: boolean;
	/** Gems below zero after a charge-back. */
	debt?: number;
}

/** A fan who is signed in; everything in their wallet is backed by ledger entries. */
export async function aPerson(owner: Database, name: string, traits: PersonTraits = {}): Promise<Person> {
	const { earned = 0, purchased = 0, registered = true, suspended = false, debt = 0 } = traits;
	return owner.transaction(async (tx) => {
		const fan = await insertFan(tx, name, registered);
		await openWallet(tx, fan);
		await flagWallet(tx, fan, { registered, suspended });
		// First the debt: a bank takes a payment back whose gems are spent.
		if (debt > 0) await owe(tx, fan, debt);
		if (earned + purchased > 0) await adjustBy(tx, fan, { earned, purchased }, 'opening gems');
		return { ...fan, name, ...(await insertSession(tx, fan)) };
	});
}

function insertFan(tx: Tx, name: string, registered: boolean): Promise<FanKey> {
	return one<FanKey>(tx, {
		text: `with new as (select nextval('fan_id_seq') as fan_id)
			insert into fan (bucket, fan_id, name, email, country, register_platform, registered_at)
			select bucket_of(fan_id), fan_id, $1, $2, 'KR', 'google', case when $3 then lightstick_now() end from new
			returning bucket, fan_id as "fanId"`,
		values: [name, `${name}@fans.example`, registered],
	});
}

async function insertSession(tx: Tx, { bucket, fanId }: FanKey): Promise<Pick<Person, 'token' | 'tokenHash'>> {
	const token = randomBytes(32).toString('base64url');
	const tokenHash = createHash('sha256').update(token).digest();
	await tx.query({
		text: `insert into session (token_hash, bucket, fan_id, provider, browser_hash, activated_at, expires_at)
			values ($1, $2, $3, 'google', $4, lightstick_now(), lightstick_now() + interval '30 days')`,
		values: [tokenHash, bucket, fanId, randomBytes(32)],
	});
	return { token, tokenHash };
}

/** A fresh idempotency key, as a device would make one. */
export const aKey = (): string => randomBytes(16).toString('base64url');
