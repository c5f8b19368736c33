/** Jobs survive the end of their process and an outage of the database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueue, type JobHandlers } from '#server/jobs/jobs.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { sql } from '#server/kernel/database.ts';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const POLL = { timeout: 30_000, interval: 50 };
/** As in production, but twenty times as impatient. */
const PATIENCE = { lookMs: 250, silentMs: 1_000 };

let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
let rejections = 0;
const countRejection = () => (rejections += 1);

const database = beforeTests.each(copyDatabase);
beforeEach(async () => {
	rejections = 0;
	process.on('unhandledRejection', countRejection);
});
afterEach(async () => {
	await worker?.stop();
	worker = null;
	process.off('unhandledRejection', countRejection);
});

const said: string[] = [];
const say = (...words: unknown[]) => void said.push(JSON.stringify(words));
const log = { debug: () => undefined, info: () => undefined, warn: say, error: say };

async function work(handlers: Partial<JobHandlers>, stopMs = 30_000): ReturnType<typeof startWorker> {
	worker = await startWorker(database.url, handlers, log, { ...PATIENCE, stopMs });
	return worker;
}

const addJob = (paymentId: string) =>
	database.db.transaction((tx) =>
		enqueue(tx, 'refund_payment', { paymentId }, { key: `refund:${paymentId}`, attempts: 25 }),
	);
const jobs = () =>
	sql`select key, locked_by is not null as locked, exists (select from pg_locks where locktype = 'advisory'
				and objid = (hashtext(locked_by)::bigint & 4294967295)::oid) as alive
			from graphile_worker._private_jobs where key like 'refund:%'`.all(database.owner);

/** The next connections that write down how a job ended are cut off at that statement. */
const cutOffNextOutcomes = (count: number) =>
	database.owner.query({
		text: `create sequence outcome;
			create function cut_off() returns trigger language plpgsql security definer as $$ begin
				if nextval('outcome') <= ${count} then
					perform pg_terminate_backend(pg_backend_pid());
					perform pg_sleep(10);
				end if;
				return coalesce(new, old);
			end $$;
			create trigger cut_off before update or delete on graphile_worker._private_jobs for each row
				when (old.locked_by is not null and old.key like 'refund:%') execute function cut_off()`,
	});

it('two jobs that end while the database goes away, one of them failed, are done again, and the process lives', async () => {
	const done: string[] = [];
	const begun: string[] = [];
	const both = Promise.withResolvers<void>();
	await cutOffNextOutcomes(2);
	await work({
		refund_payment: async ({ paymentId }) => {
			begun.push(paymentId);
			if (begun.length > 2) {
				done.push(paymentId);
			} else {
				if (begun.length === 2) both.resolve();
				await both.promise;
				if (paymentId === 'pi_1') throw new Error('no use');
			}
		},
	});
	await addJob('pi_1');
	await addJob('pi_2');
	await expect.poll(() => done.toSorted(), POLL).toEqual(['pi_1', 'pi_2']);
	await expect.poll(jobs, POLL).toEqual([]);
	expect(rejections).toBe(0);
	await addJob('pi_3');
	await expect.poll(() => done, POLL).toContain('pi_3');
});

async function busyProcess(paymentId: string): Promise<ChildProcess> {
	const script = join(ROOT, 'tests/fixtures/processes/busy-worker.ts');
	const child = spawn(process.execPath, [script, database.url], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
	for await (const line of createInterface({ input: child.stdout }))
		if (line === `working on ${paymentId}`) return child;
	throw new Error('The process ended before it took up the job');
}

it('a job whose process was killed is taken up by another, and one whose process lives is not', async () => {
	const done: string[] = [];
	await addJob('pi_killed');
	const killed = await busyProcess('pi_killed');
	try {
		await work({
			refund_payment: async ({ paymentId }) => void done.push(paymentId),
			settle_order: async ({ tradeNo }) => void done.push(tradeNo),
		});
		// Others run meanwhile, and find that the one who holds this job is alive.
		await database.db.transaction((tx) => enqueue(tx, 'settle_order', { tradeNo: 'another' }));
		await expect.poll(() => done, POLL).toEqual(['another']);
		expect(await jobs()).toEqual([{ key: 'refund:pi_killed', locked: true, alive: true }]);
	} finally {
		killed.kill('SIGKILL');
		await once(killed, 'exit');
	}
	await expect.poll(() => done, POLL).toEqual(['another', 'pi_killed']);
	expect(said.join('\n')).toContain('jobs of a process that has died are given back');
});

it('a job whose runner did not hear of it, because the connection was lost after the commit, is given back', async () => {
	const done: string[] = [];
	const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await work({
		refund_payment: async ({ paymentId }) => {
			if (paymentId === 'pi_heard') {
				begun.resolve();
				await goOn.promise;
			}
			done.push(paymentId);
		},
	});
	await addJob('pi_heard');
	await begun.promise;
	// What the lost answer leaves behind: a job in the name of a runner that works on another one.
	await database.owner.transaction(async (tx) => {
		await enqueue(tx, 'refund_payment', { paymentId: 'pi_unheard' }, { key: 'refund:pi_unheard' });
		await sql`update graphile_worker._private_jobs job set locked_by = heard.locked_by, locked_at = lightstick_now()
			from graphile_worker._private_jobs heard
			where heard.key = 'refund:pi_heard' and job.key = 'refund:pi_unheard'`.run(tx);
	});
	await expect.poll(() => done, POLL).toEqual(['pi_unheard']);
	await expect.poll(jobs, POLL).toMatchObject([{ key: 'refund:pi_heard', locked: true }]);
	expect(said.join('\n')).toContain('jobs whose runner did not hear of them are given back');
	goOn.resolve();
	await expect.poll(() => done, POLL).toEqual(['pi_unheard', 'pi_heard']);
});

it('a stop tells the jobs under way to end, and waits for them', async () => {
	const begun = Promise.withResolvers<void>();
	const stopping = await work({
		refund_payment: async (_payload, signal) => {
			begun.resolve();
			await once(signal, 'abort');
		},
	});
	await addJob('pi_1');
	await begun.promise;
	expect(await stopping.stop()).toBe(true);
	worker = null;
	expect(await jobs()).toEqual([]);
});

it('a stop leaves a job that does not end to another process', async () => {
	const begun = Promise.withResolvers<void>();
	const endless = async () => {
		begun.resolve();
		await new Promise(() => undefined);
	};
	const stopping = await work({ refund_payment: endless }, 100);
	await addJob('pi_1');
	await begun.promise;
	expect(await stopping.stop()).toBe(false);
	const done: string[] = [];
	await work({ refund_payment: async ({ paymentId }) => void done.push(paymentId) });
	await expect.poll(() => done, POLL).toEqual(['pi_1']);
});
