/** Everything real that the people of the month meet: a site as production starts it, its database and its providers. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { vi } from 'vitest';
import { enqueue, type JobName } from '#server/jobs/jobs.ts';
import { sql } from '#server/kernel/database.ts';
import { startStripeEmulator } from '../../emulators/stripe/emulator.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { startProviders } from '../fixtures/accounts/sign-in.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import type { Answer, Ask } from '../fixtures/site/answers.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** More than this, in votes and in gems, needs a second operator. Small, so that approvals are asked for. */
const BOUNDS = { VOID_BOUND: '500', REFUND_BOUND: '5000', ADJUSTMENT_BOUND: '5000' };
const STRIPE = { secretKey: 'emulator-month-key', webhookSecret: 'emulator-month-webhook-secret' };

/** The site asks to come again: it is overloaded, a wallet is held, or a limit of requests was met. */
const BUSY = new Set([429, 502, 503, 504]);
const BUSY_PATIENCE = { timeout: 30_000, interval: 100 };
const PATIENCE = { timeout: 120_000, interval: 5 };

const agent = new Agent({ keepAlive: true });

export async function openStage(startsAt: number) {
	const { url, owner, clock, drop } = await copyDatabase();
	let now = startsAt;
	await clock.set(new Date(now));
	const { emulator, env } = await startProviders();
	const webhookUrl = () => `${server.address}/api/v1/payments/stripe/webhook`;
	const stripe = await startStripeEmulator({ port: 0, webhookUrl, now: () => now, ...STRIPE });
	const server: ServerProcess = await startServerProcess(url, {
		...BOUNDS,
		...env,
		// Fans come from addresses of their own, which the month names as a proxy would.
		TRUST_PROXY: 'loopback',
		STRIPE_SECRET_KEY: STRIPE.secretKey,
		STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
		STRIPE_API_BASE: stripe.origin,
	});

	/** By Node's own client: fetch would cost more than the server that it asks. */
	async function askOnce({ method, path, token, body, headers }: Ask): Promise<Answer> {
		const asked = request(`${server.address}/api/v1${path}`, {
			agent,
			method: method ?? (body === undefined ? 'GET' : 'POST'),
			headers: {
				...(token ? { authorization: `Bearer ${token}` } : {}),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
		});
		asked.end(body === undefined ? undefined : JSON.stringify(body));
		const [response] = (await once(asked, 'response')) as [IncomingMessage];
		const text = await textOf(response);
		const { statusCode: status = 0, headers: answered } = response;
		return { status, headers: answered, body: text.startsWith('{') ? JSON.parse(text) : {}, text };
	}

	/** Resolves when no job is left. One that runs while another of its key is added has no attempts left, and may be at work. */
	const noJobsLeft = () =>
		vi.waitUntil(async () => {
			const left = sql`select exists (select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null)`;
			return !(await left.value<boolean>(owner));
		}, PATIENCE);

	return {
		owner,
		stripe,
		address: server.address,
		/** Turns the clock of the database and of the providers. Epoch milliseconds. */
		async setClock(at: number): Promise<void> {
			now = at;
			await clock.set(new Date(at));
		},
		/** Asks again, with the same key, if the site is busy or the connection is lost. */
		ask: (asked: Ask): Promise<Answer> =>
			vi.waitUntil(async () => {
				const answer = await askOnce(asked).catch(() => null);
				return answer && !BUSY.has(answer.status) ? answer : null;
			}, BUSY_PATIENCE),
		/** Runs jobs at the time of the month, and what they add. By themselves they run by the clock on the wall, which stands still here. */
		async runJobs(...names: JobName[]): Promise<void> {
			await owner.transaction(async (tx) => {
				for (const name of names) await enqueue(tx, name, {}, { key: name });
			});
			await noJobsLeft();
		},
		/** Waits until the site has heard of every payment, refund and dispute, and has moved the gems. */
		async settleMoney(): Promise<void> {
			await vi.waitUntil(() => {
				const taken = new Set(stripe.deliveries.log.filter(({ status }) => status === 200).map(({ event }) => event));
				return stripe.state.events.every(({ id }) => taken.has(id));
			}, PATIENCE);
			await noJobsLeft();
		},
		async close(): Promise<void> {
			await server.terminate();
			await Promise.all([emulator.close(), stripe.close()]);
			await drop();
		},
	};
}

/** Does the work for each item, so many at a time. */
export async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<unknown>) {
	const rest = items.values();
	const worker = async () => {
		for (const item of rest) await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}
