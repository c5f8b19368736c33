/** Starts and stops a server process: database, migrations, site, jobs. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { copyAvatar } from './accounts/avatars/avatars.ts';
import { eraseAccounts } from './accounts/accounts.ts';
import { forgetOldTraces } from './accounts/sessions/sql.ts';
import { forgetAlerts, sendAlerts } from './alerts/alerts.ts';
import { buildApp, openParts } from './app.ts';
import { reconcile } from './books/audit.ts';
import type { Config } from './config/config.ts';
import { StartRefused } from './config/refused.ts';
import { recordScheduled } from './content/scheduled.ts';
import { rebuildCopies } from './content/rebuild.ts';
import { findDatabase, prepareDatabase, type FoundDatabase } from './db/start.ts';
import { OF_JOBS } from './db/connect.ts';
import { openDatabase } from './db/pool.ts';
import { runAllSettled } from './jobs/each.ts';
import { readSiteFacts } from './facts.ts';
import { openDrain } from './http/health.ts';
import { openLog } from './http/log.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { startWorker } from './jobs/worker.ts';
import { forgetOldKeys } from './kernel/idempotency.ts';
import { forgetOldSessions } from './operators/sessions/sql.ts';
import { expectOwnStore, expectPictures, openPictures } from './storage.ts';
import { expectLogKeys, startVoteLog } from '#public-log/server/public-log.ts';
import { closeAndCertify } from './rankings/closing/closing.ts';
import { runStandings } from './rankings/standings/leader.ts';
import { sumStandings } from './rankings/standings/sql.ts';
import { openReminders } from './push/remind.ts';
import { forgetOldEvents } from './push/events.ts';
import { prepareNextMonth } from './rankings/operator/rankings.ts';
import { forgetSnapshots, takeSnapshots } from './rankings/charts/derived.ts';
import { recordHours } from './rankings/race/race.ts';
import { settle } from './orders/settle.ts';
import { readEvents, refundPayment, watchOrders } from './orders/payments/reconcile.ts';
import { forgetFailedVotes } from './incidents/make-good/sql.ts';
import { giveMakeGoods } from './incidents/make-good/make-good.ts';
import { workOnCases } from './voting/operator/cases/work.ts';
import { forgetRefusedKeys } from './voting/engine/sql.ts';
import { countAll, forgetCounts } from './voting/operator/top-fans/top-fans.ts';

/** As many as jobs run at once, and one for each that reads while it writes. */
const JOB_CONNECTIONS = 4;

export interface RunningServer {
	address: string;
	/** Where `/metrics` is served. Null: nowhere. */
	metricsAddress: string | null;
	/** Drains, finishes what is in flight, then lets go of the database. */
	stop(): Promise<void>;
}

export interface StartOptions {
	config: Config;
	logLevel?: string | false;
	socket?: number | null;
	prepare?: (owner: { url: string }) => Promise<void>;
}

export async function startServer(options: StartOptions): Promise<RunningServer> {
	const { config } = options;
	await prepareDataFolder(config.dataFolder);
	await expectPictures(openPictures(config));
	const log = openLog(options.logLevel ?? 'info');
	const found = await findDatabase(config);
	try {
		return await startSite(options, found, log);
	} catch (error) {
		await found[Symbol.asyncDispose]();
		throw error;
	}
}

async function startSite(
	{ config, socket = null, prepare }: StartOptions,
	found: FoundDatabase,
	log: FastifyBaseLogger,
): Promise<RunningServer> {
	const mark = await prepareDatabase(found, config.publicUrl);
	if (mark !== null) await expectOwnStore(config, mark);
	const { url, poolUrl, ownerUrl } = found;
	await prepare?.({ url: ownerUrl });
	const calls = openDatabase(url, { poolUrl });
	const facts = await readSiteFacts(calls, config);
	const parts = await openParts({ config, db: calls, log });
	await expectLogKeys(calls, parts.logKeys);
	// Jobs have connections of their own: the audit of a large site takes none from fans, and may take its time.
	const db = openDatabase(url, { max: JOB_CONNECTIONS, timeouts: OF_JOBS });
	// Before the first visitor: the table is empty after an update from a version without it, and after seeding.
	await sumStandings(db);
	await rebuildCopies(db, log);
	const drain = openDrain();
	const faults: (() => string | null)[] = [];
	const app = await buildApp({ config, facts, db: calls, log, parts, drain, faults });
	const { media } = parts;
	const payments = { ...parts.payments, db };
	const remind = openReminders({ ...parts.push, db, log });
	const worker = await startWorker(
		url,
		{
			copy_avatar: copyAvatar({ db, config, media, log }),
			forget_traces: async () => {
				const all = [
					forgetOldTraces,
					forgetOldKeys,
					forgetCounts,
					forgetOldSessions,
					forgetRefusedKeys,
					forgetOldEvents,
					forgetFailedVotes,
					forgetAlerts,
				];
				await runAllSettled(all, (forget) => forget(db));
			},
			work_on_cases: (_payload, stopping) => workOnCases(db, { stopping }),
			give_make_goods: (_payload, stopping) => giveMakeGoods(db, { stopping }),
			count_votes: (_payload, stopping) => countAll(db, stopping),
			erase_accounts: () => eraseAccounts(db, media),
			reconcile: async () => void (await reconcile(db, log)),
			remind: (_payload, stopping) => remind(stopping),
			send_alerts: (_payload, stopping) =>
				sendAlerts({ db, chat: parts.chat, consoleUrl: config.consoleUrl }, stopping),
			watch_orders: (_payload, stopping) => watchOrders(payments, stopping),
			read_payment_events: () => readEvents(payments),
			settle_order: ({ tradeNo }) => settle(db, tradeNo),
			refund_payment: ({ paymentId }) => refundPayment(payments, paymentId),
			close_rankings: () => runAllSettled([closeAndCertify, recordScheduled], (step) => step(db)),
			take_snapshots: () => runAllSettled([takeSnapshots, forgetSnapshots, recordHours], (step) => step(db)),
			prepare_month: async () => void (await prepareNextMonth(db)),
		} satisfies JobHandlers,
		log,
	);
	// Not before: building the app keeps this thread busy for longer than a connection may take.
	const voteLog = startVoteLog({ url, config, names: facts.logs }, log);
	const standings = runStandings({ db: calls, log });
	faults.push(voteLog.fault, standings.fault);
	const pools = { calls, jobs: db, queue: worker };
	// Loaded when needed: it costs no memory where it is off.
	const measured = { url, gauges: app.gauges, pools, log };
	const openMetrics = async (place: NonNullable<Config['metrics']>) =>
		(await import('./observation/metrics/metrics.ts')).startMetrics({ listen: place, ...measured });
	const metrics = config.metrics && (await openMetrics(config.metrics));
	async function letGo(): Promise<void> {
		const [jobsFinished] = await Promise.all([worker.stop(), app.close(), voteLog.stop(), standings.stop()]);
		await metrics?.stop();
		await calls.close();
		// Closing waits for every connection in use. A job that is still under way may keep one.
		const closed = db.close();
		if (jobsFinished) await closed;
	}
	const address = await listen(app, config, socket).catch(async (error: unknown) => {
		await letGo();
		throw error;
	});
	return {
		address,
		metricsAddress: metrics?.address ?? null,
		async stop() {
			await drain.begin(config.drainMs);
			await letGo();
			await found[Symbol.asyncDispose]();
		},
	};
}

/** The data folder holds keys, pictures and the trial's database: no other user of this machine may enter it. */
async function prepareDataFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const { uid, mode } = await stat(folder);
		if (uid === process.getuid?.() && (mode & 0o077) !== 0) await chmod(folder, 0o700);
	} catch (error) {
		throw new StartRefused(`LIGHTSTICK_DATA: the folder ${folder} cannot be used: ${codeOf(error)}`);
	}
}

async function listen(app: FastifyInstance, { port, host }: Config, socket: number | null): Promise<string> {
	try {
		return await app.listen({ port, host, ...(socket === null ? {} : { fd: socket }) });
	} catch (error) {
		const place =
			socket === null ? `HOST and PORT: cannot listen on ${host}, port ${port}` : 'LISTEN_FDS: cannot listen';
		throw new StartRefused(`${place}: ${codeOf(error)}`);
	}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error));
