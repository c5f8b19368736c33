/** Everything real that the simulated people meet: the site as production starts it, its database and its providers. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OF_JOBS } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { startOidcEmulator, type RunningEmulator } from '../../../emulators/oidc/emulator.ts';
import { startStripeEmulator, type RunningStripe } from '../../../emulators/stripe/emulator.ts';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';
import { clockOf } from '../../../testkit/clock.ts';
import { openClient, type Client } from './client.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '#server/jobs/jobs.ts';

export interface Stage extends AsyncDisposable {
	/** As the owner of the tables. */
	owner: Database;
	/** Turns the clock of the database and of the emulators. Epoch milliseconds. */
	setClock(at: number): Promise<void>;
	client: Client;
	server: ServerProcess;
	publicUrl: string;
	stripe: RunningStripe;
}

export async function openStage(databaseUrl: string, startsAt: number): Promise<Stage> {
	const closing = new AsyncDisposableStack();
	const owner = openDatabase(databaseUrl, { role: null, max: 4, timeouts: OF_JOBS });
	closing.defer(() => owner.close());
	let now = startsAt;
	async function setClock(at: number): Promise<void> {
		now = at;
		await clockOf(owner).set(new Date(at));
	}
	await setClock(startsAt);
	const publicUrl = `http://localhost:${await freePort()}`;
	const folder = closing.use(await mkdtempDisposable(join(tmpdir(), 'lightstick-emulators-')));
	const signIn = await startOidcEmulator({
		port: 0,
		dataFolder: folder.path,
		redirectUris: ['google', 'line'].map((provider) => `${publicUrl}/api/v1/login/callback/${provider}`),
		clients: KEYS.clients,
		pictures: false,
	});
	const stripe = await startStripeEmulator({
		port: 0,
		webhookUrl: `${publicUrl.replace('localhost', '127.0.0.1')}/api/v1/payments/stripe/webhook`,
		now: () => now,
		...KEYS.stripe,
	});
	closing.defer(async () => void (await Promise.all([signIn.close(), stripe.close()])));
	const server = await startServerProcess(databaseUrl, environmentOf(publicUrl, signIn, stripe));
	closing.defer(async () => void (await server.terminate()));
	const dispose = () => closing.disposeAsync();
	return {
		owner,
		setClock,
		client: openClient(server.address),
		server,
		publicUrl,
		stripe,
		[Symbol.asyncDispose]: dispose,
	};
}

/** How the site is configured: as in production, but for limits that count by the clock on the wall. */
const KEYS = {
	clients: {
		google: { id: 'site-at-google', secret: 'google-secret-of-a-simulation-0123456789' },
		line: { id: 'site-at-line', secret: 'line-secret-of-a-simulation-0123456789ab' },
	},
	stripe: { secretKey: 'emulator-simulation-key', webhookSecret: 'emulator-simulation-webhook-secret' },
};

/** More than this, in votes and in gems, needs a second operator. Small, so that approvals are asked for. */
const BOUNDS = { VOID_BOUND: '500', REFUND_BOUND: '5000', ADJUSTMENT_BOUND: '5000' };

const environmentOf = (
	publicUrl: string,
	{ issuers }: RunningEmulator,
	{ origin }: RunningStripe,
): Record<string, string> => ({
	...BOUNDS,
	PUBLIC_URL: publicUrl,
	PORT: new URL(publicUrl).port,
	// Fans come from addresses of their own, which the simulation names as a proxy would.
	TRUST_PROXY: 'loopback',
	GOOGLE_ISSUER: issuers.google,
	GOOGLE_CLIENT_ID: KEYS.clients.google.id,
	GOOGLE_CLIENT_SECRET: KEYS.clients.google.secret,
	LINE_ISSUER: issuers.line,
	LINE_CLIENT_ID: KEYS.clients.line.id,
	LINE_CLIENT_SECRET: KEYS.clients.line.secret,
	STRIPE_SECRET_KEY: KEYS.stripe.secretKey,
	STRIPE_WEBHOOK_SECRET: KEYS.stripe.webhookSecret,
	STRIPE_API_BASE: origin,
});

/** Runs jobs at the time of the simulation. By themselves they run by the clock on the wall, which stands still here. */
const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 120_000;

/** All that a day brings. The audit of all books, which a site repeats every hour, is left for the end. */
export const DAILY: readonly JobName[] = [
	'close_rankings',
	'watch_orders',
	'read_payment_events',
	'take_snapshots',
	'count_votes',
	'prepare_month',
	'forget_traces',
	'erase_accounts',
];

/** Resolves when they have run, and whatever they and others have added. */
export async function runJobs(owner: Database, names: readonly JobName[]): Promise<void> {
	await owner.query({
		text: `select graphile_worker.add_job(name, payload := '{}', job_key := name) from unnest($1::text[]) name`,
		values: [names],
	});
	await noJobsLeft(owner);
}

export function noJobsLeft(owner: Database): Promise<void> {
	return until('jobs are left', async () => {
		// A job that runs while another of its key is added has no attempts left, and may still be at work.
		const [row] = await owner.query<{ left: boolean }>({
			name: 'jobs_left',
			text: `select exists (
				select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null) as left`,
		});
		return row?.left === false;
	});
}

/** @throws {Error} with these words, if the condition is not met for minutes */
export async function until(fault: string, isMet: () => Promise<boolean> | boolean): Promise<void> {
	const giveUpAt = performance.now() + PATIENCE_MS;
	while (!(await isMet())) {
		if (performance.now() > giveUpAt) throw new Error(`The simulation waited in vain: ${fault}`);
		await sleep(LOOK_EVERY_MS);
	}
}
