/** Starts the emulators and says in which variables the product finds them. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { startOidcEmulator } from '../../emulators/oidc/emulator.ts';
import { startStripeEmulator } from '../../emulators/stripe/emulator.ts';
import { freePort } from '../lib/free-port.ts';
import { makePushKeys } from '../lib/push-keys.ts';

/** The site learns their ports when they are ready. The owner is known by the address at which they first signed in. */
export async function startEmulators({ dataFolder, publicUrl, consoleUrl }: Config) {
	const folder = join(dataFolder, 'emulators');
	await expectWhole(folder);
	const keys = await readOrMakeKeys(folder);
	const callbacks = ['google', 'line'].map((provider) => `${publicUrl}/api/v1/login/callback/${provider}`);
	const ofSignIn = {
		dataFolder: folder,
		redirectUris: [...callbacks, `${consoleUrl}/api/v1/console/login/callback/google`],
		clients: {
			google: { id: keys.GOOGLE_CLIENT_ID, secret: keys.GOOGLE_CLIENT_SECRET },
			line: { id: keys.LINE_CLIENT_ID, secret: keys.LINE_CLIENT_SECRET },
		},
	};
	const [signIn, payments] = await Promise.all([
		// Another program may have its port by now.
		startOidcEmulator({ ...ofSignIn, port: Number(keys.OIDC_EMULATOR_PORT) }).catch(() =>
			startOidcEmulator({ ...ofSignIn, port: 0 }),
		),
		startStripeEmulator({
			port: 0,
			file: join(folder, 'payments.json'),
			secretKey: keys.STRIPE_SECRET_KEY,
			webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
			webhookUrl: `${publicUrl}/api/v1/payments/stripe/webhook`,
		}),
	]);
	return {
		/** Environment variables that point the product to the emulators. */
		env: {
			...keys,
			// A person that the pretended provider knows.
			LIGHTSTICK_OWNER_EMAIL: process.env.LIGHTSTICK_OWNER_EMAIL || 'owner@lightstick.example',
			OPERATOR_PASSKEYS: process.env.OPERATOR_PASSKEYS || 'offered',
			GOOGLE_ISSUER: signIn.issuers.google,
			LINE_ISSUER: signIn.issuers.line,
			STRIPE_API_BASE: payments.origin,
		},
		async stop() {
			await Promise.all([signIn.close(), payments.close()]);
		},
	};
}

/** Made at the first start, kept with the data, refused by a production start for the prefix. */
async function readOrMakeKeys(folder: string) {
	const file = join(folder, 'client-keys.json');
	const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as object;
	const secret = () => `emulator-${randomBytes(24).toString('base64url')}`;
	const keys = {
		GOOGLE_CLIENT_ID: 'emulator-google',
		GOOGLE_CLIENT_SECRET: secret(),
		LINE_CLIENT_ID: 'emulator-line',
		LINE_CLIENT_SECRET: secret(),
		STRIPE_SECRET_KEY: secret(),
		STRIPE_WEBHOOK_SECRET: secret(),
		OIDC_EMULATOR_PORT: String(await freePort()),
		...makePushKeys(),
		...kept,
	};
	if (Object.keys(keys).length > Object.keys(kept).length) {
		await mkdir(folder, { recursive: true });
		await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
	}
	return keys;
}

/** @throws {StartRefused} if a full disk or a power cut has cut off a file of the emulators */
async function expectWhole(folder: string): Promise<void> {
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
	for (const file of names.map((name) => join(folder, name))) {
		await readFile(file, 'utf8')
			.then(JSON.parse)
			.catch((error: unknown) => {
				throw new StartRefused(`${file} cannot be read (${String(error)}): remove it, and the start makes another`);
			});
	}
}
