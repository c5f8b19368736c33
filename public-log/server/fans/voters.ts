/**
 * Pseudonyms of fans in the public log, and the secrets that they are made from. A fan has one pseudonym per ranking:
 * anybody can add up what one voter gave there, and nobody can follow a voter to another ranking. The secret is made with
 * the fan's first vote and stored encrypted under the site's master key. Without its row, nobody can tell whose the votes
 * are.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { againIfLost } from '#server/db/lost.ts';
import { batcher, Latest } from '#server/kernel/cache.ts';
import type { FanKey, ReadWithSession } from '#server/kernel/caller.ts';
import { type Db, raw, sql } from '#server/kernel/database.ts';

/**
 * Returns the fan's pseudonym in the log of a ranking: 22 characters. Null if the account is erased.
 * @throws {Error} if the fan's secret cannot be decrypted
 */
export type PseudonymFor = (fan: FanKey, rankingKey: string) => Promise<string | null>;

/** At a deadline nearly every vote comes from another fan, and fans vote again. */
const VOTERS_MAX = 100_000;

/**
 * Keeps the secrets of the latest voters. The first votes of many fans share a statement: while one is under way, the fans
 * that come meanwhile wait for the next.
 */
export function openPseudonyms(db: Db, masterKey: Uint8Array, votersMax = VOTERS_MAX) {
	const voterSecrets = openVoterSecrets(masterKey);
	const cache = new Latest<number, Voter>(votersMax);
	const keep = (fanId: number, secret: string) => {
		const voter = { secret, rankingKey: '', pseudonym: '' };
		cache.set(fanId, voter);
		return voter;
	};
	// It reads, and makes what is missing: all of it may be done twice.
	const find = batcher((fanIds: readonly number[]) => againIfLost(() => findSecrets(db, voterSecrets, fanIds)));
	return {
		async pseudonymFor({ fanId }: FanKey, rankingKey: string): Promise<string | null> {
			const known = cache.get(fanId);
			if (known) return pseudonymIn(known, rankingKey);
			const secret = await find(fanId);
			if (secret instanceof SecretUnreadable) throw secret;
			if (secret === null) return null;
			return pseudonymIn(keep(fanId, secret), rankingKey);
		},
		/** Finds the secret together with the fan's session. */
		withSession: {
			value: raw('(select sealed from voter_secret where voter_secret.fan_id = fan.fan_id)'),
			keep({ fanId }, sealed) {
				if (!Buffer.isBuffer(sealed) || cache.has(fanId)) return;
				const secret = open({ fanId, sealed }, voterSecrets);
				// One that cannot be read fails the fan's votes, and not the session.
				if (typeof secret === 'string') keep(fanId, secret);
			},
		} satisfies ReadWithSession,
	};
}

/** The fan's votes fail, and nobody else's: a statement serves many fans. */
class SecretUnreadable extends Error {
	override name = 'SecretUnreadable';

	constructor(fanId: number, cause: unknown) {
		super(`Row of fan ${fanId} in voter_secret cannot be decrypted. See docs/operating/vote-log.md`, { cause });
	}
}

type Found = string | null | SecretUnreadable;

/** Returns the secret of each fan, and makes those of fans who have none yet. Null for an erased account. */
async function findSecrets(db: Db, voterSecrets: VoterSecrets, fanIds: readonly number[]): Promise<Found[]> {
	const asked = [...new Set(fanIds)];
	const kept = await selectVoterSecrets(db, asked);
	const known = new Set(kept.map(({ fanId }) => fanId));
	const fresh = asked.filter((fanId) => !known.has(fanId));
	if (fresh.length > 0) {
		const made = fresh.map((fanId) => ({ fanId, sealed: voterSecrets.make() }));
		kept.push(...(await keepVoterSecrets(db, made)));
	}
	const secrets = new Map(kept.map((row) => [row.fanId, open(row, voterSecrets)]));
	return fanIds.map((fanId) => secrets.get(fanId) ?? null);
}

function open({ fanId, sealed }: SealedSecret, voterSecrets: VoterSecrets): string | SecretUnreadable {
	try {
		return voterSecrets.read(sealed);
	} catch (error) {
		return new SecretUnreadable(fanId, error);
	}
}

export interface SealedSecret extends FanKey {
	sealed: Buffer;
}

const selectVoterSecrets = (db: Db, fanIds: readonly number[]): Promise<SealedSecret[]> =>
	sql`select fan_id as "fanId", sealed from voter_secret where fan_id = any (${fanIds})`
		.prepared('select_voter_secrets')
		.all<SealedSecret>(db);

/**
 * Keeps the secrets of fans who have none. Returns the one that each fan has now: if two processes make one at once, the
 * first counts.
 */
export async function keepVoterSecrets(db: Db, secrets: readonly SealedSecret[]): Promise<SealedSecret[]> {
	const fanIds = secrets.map(({ fanId }) => fanId);
	// The lock waits for an erasure under way. Without it, a vote in flight could leave a secret behind it.
	await sql`insert into voter_secret (fan_id, sealed)
		select fan_id, made.sealed
		from unnest(${fanIds}::bigint[], ${secrets.map(({ sealed }) => sealed)}::bytea[]) as made (fan_id, sealed)
		join fan using (fan_id) where erased_at is null order by fan_id for share of fan
		on conflict do nothing`.run(db);
	return selectVoterSecrets(db, fanIds);
}

interface Voter {
	secret: string;
	/** The ranking of the last vote, and the pseudonym there. */
	rankingKey: string;
	pseudonym: string;
}

function pseudonymIn(voter: Voter, rankingKey: string): string {
	if (voter.rankingKey !== rankingKey)
		Object.assign(voter, { rankingKey, pseudonym: pseudonymOf(voter.secret, rankingKey) });
	return voter.pseudonym;
}

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LABEL = 'fv-voter-v1';
const CIPHER = 'aes-256-gcm';

/**
 * 22 characters, the same for all votes of the fan in the ranking.
 * @param secret a character for each of its 32 bytes
 */
export function pseudonymOf(secret: string, rankingKey: string): string {
	const hmac = createHmac('sha256', Buffer.from(secret, 'latin1')).update(`${LABEL}\n${rankingKey}\n-`);
	return hmac.digest().toString('base64url', 0, 16);
}

/** Makes and reads encrypted secrets. */
export interface VoterSecrets {
	/** A fresh secret, encrypted: 60 bytes. */
	make(): Buffer;
	/**
	 * Returns a character for each byte of the secret: a string costs the garbage collector less than a buffer.
	 * @throws {Error} if the master key is not the one it was encrypted under
	 */
	read(sealed: Buffer): string;
}

export const openVoterSecrets = (masterKey: Uint8Array): VoterSecrets => ({
	make() {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(CIPHER, masterKey, nonce);
		const sealed = Buffer.concat([cipher.update(randomBytes(SECRET_BYTES)), cipher.final()]);
		return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
	},
	read(sealed) {
		const decipher = createDecipheriv(CIPHER, masterKey, sealed.subarray(0, NONCE_BYTES));
		decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
		const secret = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
		decipher.final();
		return secret.toString('latin1');
	},
});
