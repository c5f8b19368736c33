/** Starts and stops a server process: database, migrations, site, jobs. */
import { mkdir } from 'node:fs/promises';
import { copyAvatar } from './accounts/avatars.ts';
import { eraseAccounts } from './accounts/deletion.ts';
import { forgetOldTraces } from './accounts/networks.ts';
import { buildApp, openStore } from './app.ts';
import { reconcile } from './audit/reconcile.ts';
import type { Config } from './config.ts';
import { startEmbedded, type EmbeddedDatabase } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { OF_JOBS } from './db/patience.ts';
import { openDatabase } from './db/pool.ts';
import { eachByItself } from './jobs/each.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { startWorker } from './jobs/worker.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { expectPictures, openPictures } from './pictures.ts';
import { closeAndCertify } from './rankings/closing.ts';
import { prepareNextMonth } from './rankings/months.ts';
import { takeSnapshots } from './rankings/special.ts';
import { settle } from './store/settle.ts';
import { readEvents, refundPayment } from './store/events.ts';
import { watchOrders } from './store/watch.ts';
import { workOnCases } from './voting/cases/work.ts';
import { countVotes, forgetNetworks } from './voting/concentration/concentration.ts';

/** As many as jobs run at once, and one for each that reads while it writes. */
const JOB_CONNECTIONS = 4;

export interface RunningServer {
	/** Where it listens, by the socket's own account. */
	address: string;
	/** Finishes what is in flight, then lets go of the database. */
	stop(): Promise<void>;
}

export interface StartOptions {
	config: Config;
	logLevel?: string | false;
	/** Runs after the migrations and before the site listens. */
	prepare?: (owner: { url: string }) => Promise<void>;
}

export async function startServer({ config, logLevel, prepare }: StartOptions): Promise<RunningServer> {
	await mkdir(config.dataFolder, { recursive: true });
	const media = openPictures(config);
	await expectPictures(media);
	const { url, ownerUrl, embedded } = await findDatabase(config);
	await migrate(ownerUrl);
	await prepare?.({ url: ownerUrl });
	const calls = openDatabase(url);
	const app = await buildApp({ config, db: calls, logLevel });
	// Jobs have connections of their own: the audit of a large site takes none from fans, and may take its time.
	const db = openDatabase(url, { max: JOB_CONNECTIONS, patience: OF_JOBS });
	const store = openStore({ config, db }, app.log);
	const worker = await startWorker(
		url,
		{
			copy_avatar: copyAvatar({ db, config, media, log: app.log }),
			forget_traces: async () => {
				await eachByItself([forgetOldTraces, forgetOldKeys, forgetNetworks], (forget) => forget(db));
			},
			work_on_cases: () => workOnCases(db),
			count_votes: () => countVotes(db),
			erase_accounts: () => eraseAccounts(db, media),
			reconcile: async () => {
				await reconcile(db, app.log);
			},
			watch_orders: () => watchOrders(store),
			read_payment_events: () => readEvents(store),
			settle_order: ({ tradeNo }) => settle(db, tradeNo),
			refund_payment: ({ paymentId }) => refundPayment(store, paymentId),
			close_rankings: () => closeAndCertify(db),
			take_snapshots: () => takeSnapshots(db),
			prepare_month: async () => {
				await prepareNextMonth(db);
			},
		} satisfies JobHandlers,
		app.log,
	);
	const address = await app.listen({ port: config.port, host: config.host });
	return {
		address,
		async stop() {
			await app.close();
			await worker.stop();
			await Promise.all([db.close(), calls.close()]);
			await embedded?.stop();
		},
	};
}

interface FoundDatabase {
	url: string;
	ownerUrl: string;
	embedded: EmbeddedDatabase | null;
}

/** A server by DATABASE_URL, else the embedded one. */
export async function findDatabase(config: Config): Promise<FoundDatabase> {
	if (config.databaseUrl !== null) {
		return { url: config.databaseUrl, ownerUrl: config.migrateDatabaseUrl ?? config.databaseUrl, embedded: null };
	}
	const embedded = await startEmbedded({ folder: config.dataFolder });
	return { url: embedded.url, ownerUrl: embedded.url, embedded };
}
