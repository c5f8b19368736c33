import { expect, it } from 'vitest';
import { openAdmission } from './admission.ts';
import { Problem } from '#server/kernel/problem.ts';

const limits = { signInsPerMinute: 1, forgedSignInsPerMinute: 1, readsPerMinute: 1, moneyPerMinute: 1 };
const aDoor = (trustProxy: readonly string[] = []) =>
	openAdmission({
		trustProxy,
		limits: { ...limits, connections: 100, connectionsPerAddress: 2, streams: 3, streamsPerAddress: 2 },
	});

it('live streams are refused to an address that has its share, and to everybody when there are too many', () => {
	const door = aDoor();
	const leave = door.admitStream('a');
	door.admitStream('a');
	expect(door.admitStream('a')).toMatchObject({ status: 429, retryAfter: 30 });
	door.admitStream('b');
	expect(door.admitStream('c')).toMatchObject({ status: 503, retryAfter: 5 });
	if (!(leave instanceof Problem)) leave();
	expect(door.admitStream('c')).toBeTypeOf('function');
});
