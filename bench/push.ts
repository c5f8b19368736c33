/** Reminders of one event to 100,000 devices: each once, none after "off", in bounded memory. */
import { fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PushConfig } from '#server/config/config.ts';
import { makePushKeys } from '../scripts/lib/push-keys.ts';
import { FANS, openGround, type BenchDatabase } from './lib/ground.ts';
import type { PushJobResult } from './push/job.ts';
import type { Bench } from './lib/report.ts';

const MEGABYTE = 1024 * 1024;
/** Every tenth fan has turned the kind off. */
const OFF_EVERY = 10;

export const push: Bench = async () => {
	const ground = await openGround();
	const service = fork(join(import.meta.dirname, 'push/endpoint.ts'));
	try {
		const [{ origin }] = (await once(service, 'message')) as [{ origin: string }];
		const database = await ground.database('push');
		await plantDevices(database, origin);
		const keys = makePushKeys();
		const config: PushConfig = {
			publicKey: keys.VAPID_PUBLIC_KEY,
			privateKey: keys.VAPID_PRIVATE_KEY,
			subject: 'mailto:bench@localhost',
			emulatorOrigin: origin,
		};
		const remind = async (key: string) => {
			await insertEvent(database, key);
			const job = fork(join(import.meta.dirname, 'push/job.ts'));
			job.send({ url: database.url, config });
			const [result] = (await once(job, 'message')) as [PushJobResult];
			service.send('count');
			const [counted] = (await once(service, 'message')) as [{ once: number; more: number }];
			return { ...result, counted };
		};
		const first = await remind('first');
		await database.db.query({ text: 'update reminder_setting set vote_opens = false' });
		const second = await remind('second');
		return {
			metrics: {
				devices: FANS,
				wanted: FANS - FANS / OFF_EVERY,
				told_once: first.counted.once,
				told_more_than_once: first.counted.more,
				told_after_off: second.counted.once + second.counted.more,
				outcomes: JSON.stringify(first.outcomes),
				seconds: first.seconds,
				per_second: first.counted.once / first.seconds,
				rss_before_mb: first.rssBefore / MEGABYTE,
				rss_peak_mb: first.rssPeak / MEGABYTE,
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
		text: `insert into push_subscription (fan_id, endpoint, p256dh, auth)
			select fan_id, $1 || '/push/' || row_number() over (order by fan_id), $2, $3 from fan limit $4`,
		values: [origin, p256dh, randomBytes(16).toString('base64url'), FANS],
	});
	await db.query({
		text: `insert into reminder_setting
				(fan_id, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until)
			select fan_id, row_number() over (order by fan_id) % $1 <> 0, false, false, false, 'UTC', 0, 0
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
