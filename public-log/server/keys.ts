/**
 * The site's own keys for the vote log: those that sign checkpoints, and the master key under which fans' secrets are
 * encrypted. Several machines must be given the same ones. A site on one machine may leave both to its first start, which
 * makes them and keeps them in the data folder.
 */
import { createPrivateKey, createPublicKey, hkdfSync, sign, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { formatNote, makeVerifierKey } from '#public-log/format/note.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import type { Config } from '#server/config/config.ts';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { StartRefused } from '#server/config/refused.ts';

/** Separates the key of receipts from the one of checkpoints, which it is derived from. */
const RECEIPTS = 'receipts';
/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export type LogKeys = Awaited<ReturnType<typeof openLogKeys>>;
export type NoteSigner = ReturnType<typeof signerOf>;

/** @throws {StartRefused} if the kept keys cannot be read or made */
export async function openLogKeys({ voteLog, dataFolder }: Pick<Config, 'voteLog' | 'dataFolder'>) {
	const file = join(dataFolder, 'keys', 'vote-log.json');
	const { masterKey, signingKey, oldSigningKeys } = voteLog.keys ?? (await readOrMakeKeys(file));
	const seeds = [signingKey, ...oldSigningKeys];
	const pairs = seeds.map((seed) => openPair(seed));
	return {
		masterKey,
		/**
		 * The signer of the log of this name. A log keeps the key of its first checkpoint: give its public half. Null: the log
		 * has none yet, and takes the present key.
		 * @throws {Error} if the site was not given the key
		 */
		signer(origin: string, publicKey: Uint8Array | null): NoteSigner {
			const pair = publicKey === null ? pairs[0] : pairs.find((one) => one.publicKey.equals(publicKey));
			if (!pair)
				throw new StartRefused(
					`The key that signs the public log of ${origin} is neither VOTE_LOG_SIGNING_KEY nor among ` +
						'VOTE_LOG_OLD_SIGNING_KEYS. See docs/operating/vote-log.md',
				);
			return signerOf(origin, pair);
		},
		// Under the name of `Config.voteLog.receipts`, and with a key of its own, so that nothing that is signed in a hurry can be taken for a checkpoint.
		receipts: signerOf(voteLog.receipts, openPair(receiptSeed(signingKey))),
		/** What verified receipts while logs were signed by the key with this public half. Null: the site was not given that key. */
		receiptsBeside(publicKey: Uint8Array) {
			const seed = seeds[pairs.findIndex((one) => one.publicKey.equals(publicKey))];
			return seed ? signerOf(voteLog.receipts, openPair(receiptSeed(seed))).key : null;
		},
	};
}

const receiptSeed = (seed: Buffer) => new Uint8Array(hkdfSync('sha256', seed, '', RECEIPTS, seed.length));

/** @param seed 32 bytes */
export function openPair(seed: Uint8Array) {
	const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
	const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
	return { privateKey, publicKey };
}

export function signerOf(name: string, { privateKey, publicKey }: ReturnType<typeof openPair>) {
	const key = makeVerifierKey(name, publicKey);
	return {
		key,
		/** The signed note of a text that ends with a line feed. The same text gives the same bytes. */
		sign(text: string) {
			const bytes = new Uint8Array(sign(null, utf8(text), privateKey));
			return formatNote({ text, signatures: [{ name, keyId: key.id, bytes }] });
		},
	};
}

const KEY_BYTES = 32;

/** The keys that a site on one machine keeps in a file. Logs that old ones began still need these. */
type KeptKeys = NonNullable<Awaited<ReturnType<typeof readKeys>>>;

/** @throws {StartRefused} if the file cannot be read or made */
async function readOrMakeKeys(file: string): Promise<KeptKeys> {
	try {
		return (await readKeys(file)) ?? (await makeKeys(file));
	} catch (error) {
		throw new StartRefused(`${file}: the keys of the vote log cannot be used: ${String(error)}`);
	}
}

async function readKeys(file: string) {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (text === null) return null;
	const kept = JSON.parse(text) as { masterKey?: string; signingKey?: string; oldSigningKeys?: string[] };
	const read = (key = '') => Buffer.from(key, 'base64');
	const [masterKey, signingKey] = [read(kept.masterKey), read(kept.signingKey)];
	const oldSigningKeys = (kept.oldSigningKeys ?? []).map(read);
	if ([masterKey, signingKey, ...oldSigningKeys].some(({ length }) => length !== KEY_BYTES))
		throw new Error('a key is missing in it');
	return { masterKey, signingKey, oldSigningKeys };
}

/** Of two processes that start at once, both use the keys of the first. */
async function makeKeys(file: string): Promise<KeptKeys> {
	await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
	const [masterKey, signingKey] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
	const unfinished = await writeBeside(file, { masterKey, signingKey, oldSigningKeys: [] });
	await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(unfinished);
	const kept = await readKeys(file);
	if (!kept) throw new Error('it is gone as soon as it was written');
	return kept;
}

/** Makes a new signing key and keeps the one before for the logs that it began. Takes effect at the next start. @throws {StartRefused} */
export async function rotateKeptKey(file: string): Promise<void> {
	const kept = await readKeys(file);
	if (!kept) throw new StartRefused(`${file} is not there: the site has not been started yet`);
	const oldSigningKeys = [kept.signingKey, ...kept.oldSigningKeys];
	await rename(await writeBeside(file, { ...kept, signingKey: randomBytes(KEY_BYTES), oldSigningKeys }), file);
}

async function writeBeside(file: string, { masterKey, signingKey, oldSigningKeys }: KeptKeys): Promise<string> {
	const text = (key: Buffer) => key.toString('base64');
	const kept = { masterKey: text(masterKey), signingKey: text(signingKey), oldSigningKeys: oldSigningKeys.map(text) };
	const unfinished = `${file}.${randomUUID()}`;
	await writeFile(unfinished, JSON.stringify(kept), { mode: 0o600, flush: true });
	return unfinished;
}
