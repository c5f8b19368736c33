/** Two processes on one listening socket, as systemd hands it over: one of them ends under load, and nobody notices. */
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { startServerProcess } from '../../../testkit/processes.ts';

const AT_ONCE = 20;
const ANSWERS = 150;

/** Calls without a key, each on a connection of its own: a proxy repeats none of them. */
function startCallers(port: number) {
	const outcomes = new Map<string, number>();
	const count = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
	const state = { goes: true };
	const call = () =>
		new Promise<void>((resolve) => {
			const sent = request({ host: '127.0.0.1', port, path: '/api/v1/nowhere', method: 'POST', agent: false });
			sent.once('response', (response) => {
				count(String(response.statusCode));
				response.resume().once('close', resolve);
			});
			sent.once('error', (error) => {
				count(String(error));
				resolve();
			});
			sent.end();
		});
	const callers = Array.from({ length: AT_ONCE }, async () => {
		while (state.goes) await call();
	});
	return {
		outcomes,
		answered: () => outcomes.get('404') ?? 0,
		async stop() {
			state.goes = false;
			await Promise.all(callers);
		},
	};
}

/** Node has no public name for it. */
const descriptorOf = (server: Server): number => Number(Reflect.get(Object(Reflect.get(server, '_handle')), 'fd'));

it('a process that ends cuts off no call that waited to be accepted', async () => {
	const database = await copyDatabase();
	const holder = createServer().listen(0, '127.0.0.1');
	await once(holder, 'listening');
	const { port } = holder.address() as AddressInfo;
	const start = () => startServerProcess(database.url, { DRAIN_SECONDS: '1' }, undefined, descriptorOf(holder));
	const [first, second] = await Promise.all([start(), start()]);
	// Only the two accept now.
	holder.close();
	expect([first.address, second.address].map((address) => new URL(address).port)).toEqual([String(port), String(port)]);
	const callers = startCallers(port);
	onTestFinished(async () => {
		await callers.stop();
		await Promise.all([first.kill(), second.kill()]);
		await database.drop();
	});
	const more = async () => {
		const before = callers.answered();
		await expect.poll(() => callers.answered() - before).toBeGreaterThan(ANSWERS);
	};
	await more();
	expect(await first.terminate()).toBe(0);
	await more();
	expect([...callers.outcomes.keys()]).toEqual(['404']);
});
