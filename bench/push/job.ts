/** The job of reminders in a process of its own, so that its memory is its own. It is told once where everything is. */
import { once } from 'node:events';
import { publicLookup } from '#server/accounts/avatars/public-address.ts';
import type { PushConfig } from '#server/config/config.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { openDatabase } from '#server/db/pool.ts';
import { openWebPush } from '#server/outside/web-push/web-push.ts';
import { openReminders } from '#server/push/remind.ts';

export interface PushJobResult {
	seconds: number;
	/** Of the job's own log: sent, gone, lost, later. */
	outcomes: Record<string, unknown>;
	rssBefore: number;
	rssPeak: number;
}

const [{ url, config }] = (await once(process, 'message')) as [{ url: string; config: PushConfig }];
const db = openDatabase(url, { max: 4, timeouts: OF_JOBS });
let outcomes = {};
const log = { info: (sums: object) => void (outcomes = sums) };
const push = openWebPush(config, { lookup: publicLookup });
const remind = openReminders({ db, push, secret: config.privateKey, log });
const rssBefore = process.memoryUsage.rss();
let rssPeak = rssBefore;
const timer = setInterval(() => {
	rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
}, 100);
const startedAt = performance.now();
await remind(new AbortController().signal);
clearInterval(timer);
const result: PushJobResult = { seconds: (performance.now() - startedAt) / 1000, outcomes, rssBefore, rssPeak };
process.send?.(result);
await db.close();
process.disconnect?.();
