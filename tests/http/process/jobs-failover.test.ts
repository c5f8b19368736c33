/** Jobs survive the end of the primary: those under way are done again at the new one, and others go on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { startWorker, type Worker } from '#server/jobs/worker.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { severalHosts } from '../../fixtures/database/several-hosts.ts';
import { startPrimaryAndStandby } from '../../fixtures/database/standby.ts';

/** As in production, but twenty times as impatient. */
const PATIENCE = { lookMs: 250, silentMs: 1_000 };
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 50 };

let worker: Worker;
let rejections = 0;
const countRejection = () => (rejections += 1);

beforeAll(() => void process.on('unhandledRejection', countRejection));
const servers = beforeTests(() => startPrimaryAndStandby({ synchronous: true }));
const db = beforeTests(() => openDatabase(severalHosts(servers.primaryUrl, servers.standbyUrl)));
afterAll(async () => {
	await worker.stop();
	process.off('unhandledRejection', countRejection);
});

const addJob = (paymentId: string) =>
	db.transaction((tx) => enqueue(tx, 'refund_payment', { paymentId }, { attempts: 25 }));

it('a job under way when the primary dies is done again, and so are those that come later', async () => {
	const begun = Promise.withResolvers<void>();
	const died = Promise.withResolvers<void>();
	const done: string[] = [];
	let tries = 0;
	const silent = () => undefined;
	const log = { debug: silent, info: silent, warn: silent, error: silent };
	worker = await startWorker(
		severalHosts(servers.primaryUrl, servers.standbyUrl),
		{
			refund_payment: async ({ paymentId }) => {
				tries += 1;
				if (tries === 1) {
					begun.resolve();
					await died.promise;
				}
				done.push(paymentId);
			},
		},
		log,
		PATIENCE,
	);
	await addJob('pi_before');
	await begun.promise;
	await servers.killPrimary();
	died.resolve();
	await servers.promote();
	const added = () =>
		addJob('pi_after').then(
			() => true,
			() => false,
		);
	await expect.poll(added).toBe(true);
	await expect.poll(() => [...new Set(done.slice(1))].toSorted(), WITHIN_A_MINUTE).toEqual(['pi_after', 'pi_before']);
	const left = () => db.query({ text: 'select from graphile_worker._private_jobs where key is null' });
	await expect.poll(left, WITHIN_A_MINUTE).toEqual([]);
	expect(rejections).toBe(0);
});
