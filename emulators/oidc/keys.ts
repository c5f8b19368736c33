/** The providers' signing keys and cookie secrets: made at the first start and kept in the data folder. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from './library.ts';
import type { ProviderName } from './people.ts';

export interface ProviderKeys {
	jwks: NonNullable<Configuration['jwks']>;
	cookieSecret: string;
}

export async function readOrMakeKeys(dataFolder: string, provider: ProviderName): Promise<ProviderKeys> {
	const file = join(dataFolder, `oidc-${provider}-keys.json`);
	try {
		return JSON.parse(await readFile(file, 'utf8')) as ProviderKeys;
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	const keys = makeKeys();
	await mkdir(dataFolder, { recursive: true });
	await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
	return keys;
}

function makeKeys(): ProviderKeys {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const key = {
		...privateKey.export({ format: 'jwk' }),
		kid: randomBytes(8).toString('hex'),
		alg: 'RS256',
		use: 'sig',
	};
	return { jwks: { keys: [key] }, cookieSecret: randomBytes(32).toString('base64url') };
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
