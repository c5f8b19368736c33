/** Everything real that the simulated people meet: the site as production starts it, its database and its providers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { startOidcEmulator, type RunningEmulator } from '../../emulators/oidc/emulator.ts';
import { startStripeEmulator, type RunningStripe } from '../../emulators/stripe/emulator.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { startServerProcess, type ServerProcess } from '../../tests/fixtures/processes/processes.ts';
import { openClient, type Client } from '../wire/client.ts';
import { openClock, type Clock } from './clock.ts';
import { environmentOf, KEYS } from './environment.ts';

export interface Stage {
	/** As the owner of the tables. */
	owner: Database;
	clock: Clock;
	client: Client;
	server: ServerProcess;
	publicUrl: string;
	stripe: RunningStripe;
	close(): Promise<void>;
}

const CONNECTIONS = 256;

export async function openStage(databaseUrl: string, startsAt: number): Promise<Stage> {
	const owner = openDatabase(databaseUrl, { role: null, max: 4, timeouts: OF_JOBS });
	const clock = await openClock(owner, startsAt);
	const publicUrl = `http://localhost:${await freePort()}`;
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-emulators-'));
	const signIn = await startOidcEmulator({
		port: 0,
		dataFolder: folder,
		redirectUris: ['google', 'line'].map((provider) => `${publicUrl}/api/v1/login/callback/${provider}`),
		clients: KEYS.clients,
		pictures: false,
	});
	const stripe = await startStripeEmulator({
		port: 0,
		webhookUrl: `${publicUrl.replace('localhost', '127.0.0.1')}/api/v1/payments/stripe/webhook`,
		now: clock.now,
		...KEYS.stripe,
	});
	const server = await startServerProcess(databaseUrl, environmentOf(publicUrl, signIn, stripe));
	const client = openClient(server.address, CONNECTIONS);
	return {
		owner,
		clock,
		client,
		server,
		publicUrl,
		stripe,
		async close() {
			client.close();
			await server.terminate();
			await closeEmulators(signIn, stripe);
			await owner.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function closeEmulators(signIn: RunningEmulator, stripe: RunningStripe): Promise<void> {
	await Promise.all([signIn.close(), stripe.close()]);
}
