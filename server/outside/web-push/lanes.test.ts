import { lookup } from 'node:dns';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReader } from '#server/config/reader.ts';
import { readPush } from '#server/config/services.ts';
import { startPushEmulator } from '../../../tests/fixtures/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { openLane, openWebPush } from './web-push.ts';

describe('the lane of a push service', () => {
	it('rests as long as it is asked to, an hour at most, and a minute after five failures in a row', () => {
		let now = 0;
		const lane = openLane(() => now);
		lane.rest(30);
		now = 10_000;
		expect(lane.restsFor()).toBe(20);
		now = 30_000;
		expect(lane.restsFor()).toBe(0);
		for (let failure = 1; failure <= 4; failure += 1) lane.failed();
		lane.worked();
		for (let failure = 1; failure <= 4; failure += 1) lane.failed();
		expect(lane.restsFor()).toBe(0);
		lane.failed();
		expect(lane.restsFor()).toBe(60);
		lane.rest(1_000_000);
		expect(lane.restsFor()).toBe(3_600);
	});
});

const patience =
	'Fri, 31 Dec 9999 23:59:59 GMT|Thu, 01 Jan 1970 00:00:00 GMT|999999999|0|-1|120.5|+60|1e99|soon|60, 90|';
it.each(patience.split('|'))(
	'a service that asks for patience until "%s" is asked again within the hour',
	async (seconds) => {
		const service = await startPushEmulator();
		onTestFinished(() => service.close());
		service.troubles.busy = { times: 1, seconds };
		const config = readPush(openReader({ ...makePushKeys(), PUSH_EMULATOR: service.origin }), 'http://localhost');
		if (!config) throw new Error('no keys');
		const push = openWebPush(config, { lookup });
		const outcome = await push.send(service.subscribe(), { text: '{}', keepFor: 60 });
		expect(outcome).toBeTypeOf('number');
		// What is no time is a minute.
		expect(outcome).toBeGreaterThanOrEqual(/^\d+$|GMT/.test(seconds) ? 1 : 60);
		expect(outcome).toBeLessThanOrEqual(3_600);
	},
);
