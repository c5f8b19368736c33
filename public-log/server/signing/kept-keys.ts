/** The file in which a site on one machine keeps its keys of the vote log. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';

const KEY_BYTES = 32;

export interface KeptKeys {
	/** Each 32 bytes. */
	masterKey: Buffer;
	signingKey: Buffer;
	/** Those that signed before. Logs that they began still need them. */
	oldSigningKeys: readonly Buffer[];
}

/** @throws {StartRefused} if the file cannot be read or made */
export async function readOrMakeKeys(file: string): Promise<KeptKeys> {
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

/** Makes a new signing key and keeps the one before for the logs that it began. Takes effect at the next start. @throws {StartRefused} */
export async function rotateKeptKey(file: string): Promise<void> {
	const kept = await readKeys(file);
	if (!kept) throw new StartRefused(`${file} is not there: the site has not been started yet`);
	const text = (key: Buffer) => key.toString('base64');
	const rotated = {
		masterKey: text(kept.masterKey),
		signingKey: text(randomBytes(KEY_BYTES)),
		oldSigningKeys: [kept.signingKey, ...kept.oldSigningKeys].map(text),
	};
	const unfinished = `${file}.${randomUUID()}`;
	await writeFile(unfinished, JSON.stringify(rotated), { mode: 0o600, flush: true });
	await rename(unfinished, file);
}
