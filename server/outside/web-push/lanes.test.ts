import { lookup } from 'node:dns';
import { Agent } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openReader } from '#server/config/reader.ts';
import { readPush } from '#server/config/services.ts';
import { startPushEmulator } from '../../../tests/fixtures/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { openLane, openWebPush, post } from './web-push.ts';

it('the lane of a push service rests as long as it is asked to, an hour at most, and a minute after five failures in a row', () => {
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

it('a service may answer with whatever bytes it likes: the wait for it ends', async () => {
	let bytes = '';
	const service = createServer(
		(socket) => void socket.on('error', () => undefined).on('data', () => socket.write(bytes)),
	);
	service.listen(0, '127.0.0.1');
	await once(service, 'listening');
	onTestFinished(() => void service.close());
	const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
	const ends = [
		'Content-Length: 0',
		'Content-Length: 9',
		'Transfer-Encoding: chunked',
		'Connection: upgrade\r\nUpgrade: x',
		'X',
	];
	const answer = fc.record({
		status: fc.integer({ min: 100, max: 599 }),
		head: fc.constantFrom(...ends),
		rest: fc.string(),
	});
	await fc.assert(
		fc.asyncProperty(answer, async ({ status, head, rest }) => {
			bytes = `HTTP/1.1 ${status} So\r\n${head}\r\n\r\n${rest}`;
			const asked = { headers: {}, body: Buffer.from('{}'), timeoutMs: 30, agent: new Agent() };
			const end = await post(url, asked).catch((error: unknown) => error);
			expect(end).toSatisfy((is) => is instanceof Error || (is as { status: number }).status === status);
		}),
		{ numRuns: 60, examples: [[{ status: 101, head: ends[3] ?? '', rest: '' }]] },
	);
});
