/**
 * Pseudonyms of fans in the public log, and the secrets that they are made from. A fan has one pseudonym per ranking:
 * anybody can add up what one voter gave there, and nobody can follow a voter to another ranking. The secret is stored
 * encrypted under the site's master key. Without its row, nobody can tell whose the votes are.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

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
	const digest = hmacSha256(secret, `${LABEL}\n${rankingKey}\n-`);
	const last = BASE64URL.indexOf(digest[PSEUDONYM_CHARACTERS - 1] ?? '');
	return `${digest.slice(0, PSEUDONYM_CHARACTERS - 1)}${TWO_BITS[last >> 4]}`;
}

/** A block of SHA-256. */
const BLOCK_BYTES = 64;
/** What RFC 2104 adds to the key, by exclusive or: to that of the inner hash and to that of the outer one. */
const [INNER_PAD, OUTER_PAD] = [0x36, 0x5c];
const innerText = Buffer.alloc(BLOCK_BYTES + 256);
const outerText = Buffer.alloc(BLOCK_BYTES + 32);

/**
 * HMAC of RFC 2104, in base64url, by the hash that takes one call: Node's own takes three, and twice the time.
 * @param key up to a block, a character for each byte
 * @param text in ASCII, up to 256 characters
 */
function hmacSha256(key: string, text: string): string {
	for (let at = 0; at < BLOCK_BYTES; at += 1) {
		const byte = at < key.length ? key.charCodeAt(at) : 0;
		innerText[at] = byte ^ INNER_PAD;
		outerText[at] = byte ^ OUTER_PAD;
	}
	const end = BLOCK_BYTES + innerText.write(text, BLOCK_BYTES, 'latin1');
	outerText.write(hash('sha256', innerText.subarray(0, end), 'latin1'), BLOCK_BYTES, 'latin1');
	return hash('sha256', outerText, 'base64url');
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
