/** HTTP_FAST_PATH=off: every connection is Node's from its first byte. */
import { afterAll, expect, it } from 'vitest';
import { openFront } from '#server/http/fast-path/front.ts';
import { wireTo } from '../../fixtures/http/wires.ts';

const everybody = { connectionsMax: Infinity, admitConnection: () => () => undefined };
const GET = Buffer.from('GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n');

const asked: string[] = [];
const servers = new Map([true, false].map((fastPath) => [fastPath, serverWith(fastPath)]));
afterAll(() => {
	for (const server of servers.values()) server.closeAllConnections();
});

function serverWith(fastPath: boolean) {
	const front = openFront({}, everybody, { fastPath });
	const server = front.serverFactory((_request, response) => {
		asked.push('Node');
		response.end();
	});
	front.answer(() => {
		asked.push('fast path');
		return null;
	});
	return server;
}

it.each([
	[true, ['fast path', 'Node']],
	[false, ['Node']],
] as const)('with the fast path %s, a read is seen by %j', async (fastPath, expected) => {
	asked.length = 0;
	const server = servers.get(fastPath);
	if (!server) throw new Error('There is no such server');
	wireTo(server).push(GET);
	await expect.poll(() => asked.at(-1)).toBe('Node');
	expect(asked).toEqual(expected);
});
