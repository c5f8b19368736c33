import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityProvider } from '#server/accounts/sign-on/identity-provider.ts';
import { newSecret } from '#server/kernel/caller.ts';
import { startOidcEmulator, type RunningEmulator } from '../../../emulators/oidc/emulator.ts';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { googleProvider } from './open-id.ts';

const redirectUri = 'http://127.0.0.1:3999/api/v1/login/callback/google';
const clients = {
	google: { id: 'site-at-google', secret: 'google-secret-for-a-test-0123456789' },
	line: { id: 'site-at-line', secret: 'line-secret-for-a-test-0123456789ab' },
};

let emulator: RunningEmulator;
let dataFolder: string;
let google: IdentityProvider;
beforeAll(async () => {
	dataFolder = await mkdtemp(join(tmpdir(), 'oidc-providers-'));
	emulator = await startOidcEmulator({ port: 0, dataFolder, redirectUris: [redirectUri], clients });
	const { issuers } = emulator;
	google = googleProvider({ issuer: issuers.google, clientId: clients.google.id, clientSecret: clients.google.secret });
});

afterAll(async () => {
	await emulator.close();
	await rm(dataFolder, { recursive: true });
});

describe('an answer is not believed', () => {
	test.each(['state', 'nonce', 'codeVerifier'] as const)('when its %s is of another sign-in', async (name) => {
		const { returned, secrets } = await visit(google, { person: 'new-fan' });
		await expect(google.finish(returned, { ...secrets, [name]: newSecret() })).rejects.toThrow();
	});
});

test('a provider that was out of reach is asked again the next time', async () => {
	const { id, secret } = clients.google;
	const port = new URL(emulator.issuers.google).port;
	await emulator.close();
	const provider = googleProvider({ issuer: emulator.issuers.google, clientId: id, clientSecret: secret });
	await expect(provider.begin({ ...newSecrets(), redirectUri })).rejects.toThrow();
	emulator = await startOidcEmulator({ port: Number(port), dataFolder, redirectUris: [redirectUri], clients });
	expect(await provider.begin({ ...newSecrets(), redirectUri })).toContain(emulator.issuers.google);
});

async function visit(provider: IdentityProvider, form: Record<string, string>) {
	const secrets = newSecrets();
	return { returned: await visitSignIn(await provider.begin({ ...secrets, redirectUri }), form), secrets };
}

const newSecrets = () => ({ state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() });
