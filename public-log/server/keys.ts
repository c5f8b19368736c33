/**
 * The site's own keys for the vote log: those that sign checkpoints, and the master key under which fans' secrets are
 * encrypted. Several machines must be given the same ones. A site on one machine may leave both to its first start, which
 * makes them and keeps them in the data folder.
 */
import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { formatNote, makeVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import type { Config } from '#server/config/config.ts';
import { readOrMakeKeys } from './signing/kept-keys.ts';

/** Separates the key of receipts from the one of checkpoints, which it is derived from. */
const RECEIPTS = 'receipts';
/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface LogKeys {
	/** 32 bytes. */
	masterKey: Buffer;
	/**
	 * The signer of the log of this name. A log keeps the key of its first checkpoint: give its public half. Null: the log
	 * has none yet, and takes the present key.
	 * @throws {Error} if the site was not given the key
	 */
	signer(origin: string, publicKey: Uint8Array | null): NoteSigner;
	/** Signs receipts, under the name of `Config.voteLog.receipts`. */
	receipts: NoteSigner;
	/** What verified receipts while logs were signed by the key with this public half. Null: the site was not given that key. */
	receiptsBeside(publicKey: Uint8Array): VerifierKey | null;
}

export interface NoteSigner {
	key: VerifierKey;
	/** The signed note of a text that ends with a line feed. The same text gives the same bytes. */
	sign(text: string): string;
}

/** @throws {StartRefused} if the kept keys cannot be read or made */
export async function openLogKeys({ voteLog, dataFolder }: Pick<Config, 'voteLog' | 'dataFolder'>): Promise<LogKeys> {
	const file = join(dataFolder, 'keys', 'vote-log.json');
	const { masterKey, signingKey, oldSigningKeys } = voteLog.keys ?? (await readOrMakeKeys(file));
	const seeds = [signingKey, ...oldSigningKeys];
	const pairs = seeds.map((seed) => openPair(seed));
	return {
		masterKey,
		signer(origin, publicKey) {
			const pair = publicKey === null ? pairs[0] : pairs.find((one) => one.publicKey.equals(publicKey));
			if (!pair) throw new Error(`The key that signs ${origin} is missing. See docs/operating/vote-log.md`);
			return signerOf(origin, pair);
		},
		// A key of its own, so that nothing that is signed in a hurry can be taken for a checkpoint.
		receipts: signerOf(voteLog.receipts, openPair(receiptSeed(signingKey))),
		receiptsBeside(publicKey) {
			const seed = seeds[pairs.findIndex((one) => one.publicKey.equals(publicKey))];
			return seed ? signerOf(voteLog.receipts, openPair(receiptSeed(seed))).key : null;
		},
	};
}

interface KeyPair {
	privateKey: KeyObject;
	publicKey: Buffer;
}

const receiptSeed = (seed: Buffer) => new Uint8Array(hkdfSync('sha256', seed, '', RECEIPTS, seed.length));

function openPair(seed: Uint8Array): KeyPair {
	const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
	const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
	return { privateKey, publicKey };
}

function signerOf(name: string, { privateKey, publicKey }: KeyPair): NoteSigner {
	const key = makeVerifierKey(name, publicKey);
	return { key, sign: (text) => signNote(text, key, privateKey) };
}

function signNote(text: string, { name, id }: VerifierKey, privateKey: KeyObject): string {
	const bytes = new Uint8Array(sign(null, utf8(text), privateKey));
	return formatNote({ text, signatures: [{ name, keyId: id, bytes }] });
}
