/**
 * Pseudonyms of fans in the public log, and the secrets that they are made from. A fan has one pseudonym per ranking:
 * anybody can add up what one voter gave there, and nobody can follow a voter to another ranking. The secret is stored
 * encrypted under the site's master key. Without its row, nobody can tell whose the votes are.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PSEUDONYM_BYTES = 16;
const LABEL = 'fv-voter-v1';
const CIPHER = 'aes-256-gcm';

/** 22 characters, the same for all votes of the fan in the ranking. */
export function pseudonymOf(secret: Uint8Array, rankingKey: string): string {
	const digest = createHmac('sha256', secret).update(`${LABEL}\n${rankingKey}\n-`).digest();
	return digest.toString('base64url', 0, PSEUDONYM_BYTES);
}

/** Returns a function like `pseudonymOf` that remembers the last pseudonym of many fans: at a deadline they vote again. */
export function rememberedPseudonyms(places: number) {
	let keys: string[] = [];
	let pseudonyms: string[] = [];
	return (fanId: number, secret: Uint8Array, rankingKey: string): string => {
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
	/** @throws {Error} if the master key is not the one it was encrypted under */
	read(sealed: Buffer): Buffer;
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
			return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
		},
	};
}
