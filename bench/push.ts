/** Reminders of one event to 100,000 devices: each once, none after "off", in bounded memory. */
import { fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { openDatabase } from '#server/db/pool.ts';
import { publicLookup } from '#server/accounts/avatars/public-address.ts';
import { openWebPush } from '#server/outside/web-push/web-push.ts';
import { openReminders } from '#server/push/remind.ts';
import { makePushKeys } from '../scripts/lib/push-keys.ts';
import { FANS, openGround, type BenchDatabase } from './lib/ground.ts';
import type { Bench } from './lib/report.ts';

const MEGABYTE = 1024 * 1024;
/** Every tenth fan has turned the kind off. */
const OFF_EVERY = 10;

export const push: Bench = async () => {
	const ground = await openGround();
	const service = fork(join(import.meta.dirname, 'lib/push-endpoint.ts'));
	try {
		const [{ origin }] = (await once(service, 'message')) as [{ origin: string }];
		const database = await ground.database('push');
		await plantDevices(database, origin);
		const db = openDatabase(database.url, { max: 4, timeouts: OF_JOBS });
		const keys = makePushKeys();
		const secret = keys.VAPID_PRIVATE_KEY;
		const config = { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: secret, subject: 'mailto:bench@localhost' };
		const provider = openWebPush({ ...config, emulatorOrigin: origin }, { lookup: publicLookup });
		const remind = openReminders({ db, push: provider, secret, log: { info: () => undefined } });
		const counted = async () => {
			service.send('count');
			return ((await once(service, 'message')) as [{ once: number; more: number }])[0];
		};

		const memory = watchMemory();
		const startedAt = performance.now();
		await insertEvent(database, 'first');
		await remind(new AbortController().signal);
		const seconds = (performance.now() - startedAt) / 1000;
		const peak = memory.stop();
		const first = await counted();
		await database.db.query({ text: 'update reminder_setting set vote_opens = false' });
		await insertEvent(database, 'second');
		await remind(new AbortController().signal);
		const second = await counted();
		await db.close();
		return {
			metrics: {
				devices: FANS,
				wanted: FANS - FANS / OFF_EVERY,
				told_once: first.once,
				told_more_than_once: first.more,
				told_after_off: second.once + second.more,
				seconds,
				per_second: first.once / seconds,
				rss_before_mb: peak.before / MEGABYTE,
				rss_peak_mb: peak.highest / MEGABYTE,
			},
			ratios: {},
		};
	} finally {
		service.disconnect();
		await ground.close();
	}
};

async function plantDevices({ db }: BenchDatabase, origin: string): Promise<void> {
	const pair = createECDH('prime256v1');
	const p256dh = pair.generateKeys('base64url');
	await db.query({
		text: `insert into push_subscription (bucket, fan_id, endpoint, p256dh, auth)
			select bucket, fan_id, $1 || '/push/' || row_number() over (order by fan_id), $2, $3 from fan limit $4`,
		values: [origin, p256dh, randomBytes(16).toString('base64url'), FANS],
	});
	await db.query({
		text: `insert into reminder_setting
				(bucket, fan_id, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until)
			select bucket, fan_id, row_number() over (order by fan_id) % $1 <> 0, false, false, false, 'UTC', 0, 0
			from push_subscription`,
		values: [OFF_EVERY],
	});
	await db.query({ text: 'analyze' });
}

async function insertEvent({ db }: BenchDatabase, key: string): Promise<void> {
	await db.query({
		text: `insert into push_event (event_key, kind, facts, expires_at, sent_until)
			values ($1, 'vote_opens', '{"title": "The bench"}', lightstick_now() + interval '1 hour',
				(select max(subscription_id) from push_subscription))`,
		values: [key],
	});
}

function watchMemory(): { stop: () => { before: number; highest: number } } {
	const before = process.memoryUsage.rss();
	let highest = before;
	const timer = setInterval(() => {
		highest = Math.max(highest, process.memoryUsage.rss());
	}, 100);
	return {
		stop() {
			clearInterval(timer);
			return { before, highest };
		},
	};
}
