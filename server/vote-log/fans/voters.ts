/**
 * Pseudonyms of fans in the public log, and the secrets that they are made from. A fan has one pseudonym per ranking:
 * anybody can add up what one voter gave there, and nobody can follow a voter to another ranking. The secret is stored
 * encrypted under the site's master key. Without its row, nobody can tell whose the votes are.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** In base64url, for 16 bytes: the last one holds two bits. */
const PSEUDONYM_CHARACTERS = 22;
const TWO_BITS = 'AQgw';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LABEL = 'fv-voter-v1';
const CIPHER = 'aes-256-gcm';

/**
 * 22 characters, the same for all votes of the fan in the ranking.
 * @param secret a character for each of its 32 bytes
 */
export function pseudonymOf(secret: string, rankingKey: string): string {
	const hmac = createHmac('sha256', Buffer.from(secret, 'latin1')).update(`${LABEL}\n${rankingKey}\n-`);
	// By way of a string: as a buffer, Node's digest takes twice as long.
	const digest = hmac.digest('base64url');
	const last = BASE64URL.indexOf(digest[PSEUDONYM_CHARACTERS - 1] ?? '');
	return `${digest.slice(0, PSEUDONYM_CHARACTERS - 1)}${TWO_BITS[last >> 4]}`;
}

/** Returns a function like `pseudonymOf` that remembers the last pseudonym of many fans: at a deadline they vote again. */
export function rememberedPseudonyms(places: number) {
	let keys: string[] = [];
	let pseudonyms: string[] = [];
	return (fanId: number, secret: string, rankingKey: string): string => {
		// Room for all of them is made with the first vote.
		if (keys.length === 0) [keys, pseudonyms] = [Array(places).fill(''), Array(places).fill('')];
		const place = fanId % places;
		const key = `${fanId} ${rankingKey}`;
		if (keys[place] !== key) {
			keys[place] = key;
			pseudonyms[place] = pseudonymOf(secret, rankingKey);
		}
		return pseudonyms[place] as string;
	};
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

export function openVoterSecrets(masterKey: Uint8Array): VoterSecrets {
	return {
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
	};
}
