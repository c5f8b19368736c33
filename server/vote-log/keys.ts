/**
 * The site's own keys for the vote log: the one that signs checkpoints, and the master key under which fans' secrets are
 * encrypted. Several machines must be given the same ones. A site on one machine may leave both to its first start, which
 * makes them and keeps them in the data folder.
 */
import {
	createPrivateKey,
	createPublicKey,
	hkdfSync,
	randomBytes,
	randomUUID,
	sign,
	type KeyObject,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatNote, makeVerifierKey, type VerifierKey } from '#contract/proof/note.ts';
import { utf8 } from '#contract/proof/bytes.ts';
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';

export const KEY_BYTES = 32;
/** Separates the key of receipts from the one of checkpoints, which it is derived from. */
const RECEIPTS = 'receipts';
/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface LogKeys {
	/** 32 bytes. */
	masterKey: Buffer;
	/** The signer of the log of this name. */
	signer(origin: string): NoteSigner;
	/** Signs receipts, under the name of `Config.voteLog.receipts`. */
	receipts: NoteSigner;
}

export interface NoteSigner {
	key: VerifierKey;
	/** The signed note of a text that ends with a line feed. The same text gives the same bytes. */
	sign(text: string): string;
}

/** @throws {StartRefused} if the kept keys cannot be read or made */
export async function openLogKeys({ voteLog, dataFolder }: Pick<Config, 'voteLog' | 'dataFolder'>): Promise<LogKeys> {
	const file = join(dataFolder, 'keys', 'vote-log.json');
	const { masterKey, signingKey } = voteLog.keys ?? (await readOrMakeKeys(file));
	return {
		masterKey,
		signer: signerOf(signingKey),
		// A key of its own, so that nothing that is signed in a hurry can be taken for a checkpoint.
		receipts: signerOf(new Uint8Array(hkdfSync('sha256', signingKey, '', RECEIPTS, KEY_BYTES)))(voteLog.receipts),
	};
}

/** @param seed 32 bytes */
function signerOf(seed: Uint8Array): (name: string) => NoteSigner {
	const key = Buffer.concat([PKCS8_HEAD, seed]);
	const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
	const publicKey = rawPublicKey(privateKey);
	return (name) => {
		const verifier = makeVerifierKey(name, publicKey);
		return { key: verifier, sign: (text) => signNote(text, verifier, privateKey) };
	};
}

function signNote(text: string, { name, id }: VerifierKey, privateKey: KeyObject): string {
	const bytes = new Uint8Array(sign(null, utf8(text), privateKey));
	return formatNote({ text, signatures: [{ name, keyId: id, bytes }] });
}

function rawPublicKey(privateKey: KeyObject): Buffer {
	return Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
}

type KeptKeys = Pick<LogKeys, 'masterKey'> & { signingKey: Buffer };

async function readOrMakeKeys(file: string): Promise<KeptKeys> {
	try {
		return (await readKeys(file)) ?? (await makeKeys(file));
	} catch (error) {
		throw new StartRefused(`${file}: the keys of the vote log cannot be used: ${String(error)}`);
	}
}

async function readKeys(file: string): Promise<KeptKeys | null> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (text === null) return null;
	const kept = JSON.parse(text) as Record<string, string>;
	const [masterKey, signingKey] = ['masterKey', 'signingKey'].map((name) => Buffer.from(kept[name] ?? '', 'base64'));
	if (masterKey?.length !== KEY_BYTES || signingKey?.length !== KEY_BYTES) throw new Error('a key is missing in it');
	return { masterKey, signingKey };
}

/** Of two processes that start at once, both use the keys of the first. */
async function makeKeys(file: string): Promise<KeptKeys> {
	const key = () => randomBytes(KEY_BYTES).toString('base64');
	const unfinished = `${file}.${randomUUID()}`;
	await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
	await writeFile(unfinished, JSON.stringify({ masterKey: key(), signingKey: key() }), { mode: 0o600, flush: true });
	await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(unfinished);
	const kept = await readKeys(file);
	if (!kept) throw new Error('it is gone as soon as it was written');
	return kept;
}
