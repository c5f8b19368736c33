/** Starts the emulators as programs of their own and says in which variables the product finds them. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { freePort } from '../lib/free-port.ts';
import { makePushKeys } from '../lib/push-keys.ts';
import { ROOT } from '../lib/steps.ts';

export interface Emulators {
	/** Environment variables that point the product to the emulators. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

type Environment = Record<string, string>;

/** The site learns their ports when they are ready. The owner is known by the address at which they first signed in. */
export async function startEmulators({ dataFolder, publicUrl, consoleUrl }: Config): Promise<Emulators> {
	const folder = join(dataFolder, 'emulators');
	await expectWhole(folder);
	const keys = await readOrMakeKeys(folder);
	const callbacks = ['google', 'line'].map((provider) => `${publicUrl}/api/v1/login/callback/${provider}`);
	const consoleCallback = `${consoleUrl}/api/v1/console/login/callback/google`;
	const ofSignIn = {
		...keys,
		OIDC_EMULATOR_DATA: folder,
		OIDC_EMULATOR_REDIRECT_URIS: [...callbacks, consoleCallback].join(','),
	};
	const [signIn, payments] = await Promise.all([
		// Another program may have its port by now.
		startEmulator('oidc', ofSignIn).catch(() => startEmulator('oidc', { ...ofSignIn, OIDC_EMULATOR_PORT: '0' })),
		startEmulator('stripe', {
			...keys,
			STRIPE_EMULATOR_PORT: '0',
			STRIPE_EMULATOR_FILE: join(folder, 'payments.json'),
			STRIPE_EMULATOR_WEBHOOK_URL: `${publicUrl}/api/v1/payments/stripe/webhook`,
		}),
	]);
	return {
		env: {
			...keys,
			// A person that the pretended provider knows.
			LIGHTSTICK_OWNER_EMAIL: process.env.LIGHTSTICK_OWNER_EMAIL || 'owner@lightstick.example',
			OPERATOR_PASSKEYS: process.env.OPERATOR_PASSKEYS || 'offered',
			GOOGLE_ISSUER: signIn.ready['google'] ?? '',
			LINE_ISSUER: signIn.ready['line'] ?? '',
			STRIPE_API_BASE: payments.ready['origin'] ?? '',
		},
		async stop() {
			await Promise.all([signIn.stop(), payments.stop()]);
		},
	};
}

/** The emulator tells its parent where it listens. @throws {StartRefused} when it ends before that */
async function startEmulator(name: string, env: Environment) {
	const child = fork(join(ROOT, 'emulators', name, 'main.ts'), {
		cwd: ROOT,
		env: { ...process.env, ...env },
	});
	const ended = once(child, 'exit').then(() => {
		throw new StartRefused(`The ${name} emulator could not be started`);
	});
	const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Environment];
	ended.catch(() => undefined);
	return {
		ready,
		async stop() {
			if (child.exitCode !== null) return;
			child.kill('SIGTERM');
			await once(child, 'exit');
		},
	};
}

/** Made at the first start, kept with the data, refused by a production start for the prefix. */
async function readOrMakeKeys(folder: string): Promise<Environment> {
	const file = join(folder, 'client-keys.json');
	const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Environment;
	const secret = () => `emulator-${randomBytes(24).toString('base64url')}`;
	const keys: Environment = {
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
