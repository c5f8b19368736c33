/** Starts the emulators as programs of their own and says in which variables the product finds them. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { ROOT } from './steps.ts';

export interface Emulators {
	/** What the product's environment gets, so that it talks to the emulators. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

type Keys = Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'LINE_CLIENT_ID' | 'LINE_CLIENT_SECRET', string>;

/** They take any free port: the site learns it when they are ready. */
export async function startEmulators({ dataFolder, publicUrl }: Config): Promise<Emulators> {
	const folder = join(dataFolder, 'emulators');
	const keys = await readOrMakeKeys(folder);
	const child = fork(join(ROOT, 'emulators/oidc/main.ts'), {
		cwd: ROOT,
		env: {
			...process.env,
			...keys,
			OIDC_EMULATOR_PORT: '0',
			OIDC_EMULATOR_DATA: folder,
			OIDC_EMULATOR_REDIRECT_URIS: ['google', 'line']
				.map((provider) => `${publicUrl}/api/v1/login/callback/${provider}`)
				.join(','),
		},
	});
	const issuers = await readyMessage(child);
	return {
		env: { ...keys, GOOGLE_ISSUER: issuers.google, LINE_ISSUER: issuers.line },
		async stop() {
			if (child.exitCode !== null) return;
			child.kill('SIGTERM');
			await once(child, 'exit');
		},
	};
}

/** The emulator tells its parent where it listens. @throws {Error} when it ends before that */
async function readyMessage(child: ChildProcess): Promise<{ google: string; line: string }> {
	const ended = once(child, 'exit').then(() => {
		throw new Error('The sign-in emulator could not be started');
	});
	const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ google: string; line: string }];
	return message;
}

/** Made at the first start, kept with the data, refused by a production start for the prefix. */
async function readOrMakeKeys(folder: string): Promise<Keys> {
	const file = join(folder, 'client-keys.json');
	const kept = await readFile(file, 'utf8').catch(() => null);
	if (kept !== null) return JSON.parse(kept) as Keys;
	const secret = () => `emulator-${randomBytes(24).toString('base64url')}`;
	const keys: Keys = {
		GOOGLE_CLIENT_ID: 'emulator-google',
		GOOGLE_CLIENT_SECRET: secret(),
		LINE_CLIENT_ID: 'emulator-line',
		LINE_CLIENT_SECRET: secret(),
	};
	await mkdir(folder, { recursive: true });
	await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
	return keys;
}
