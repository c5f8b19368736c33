import { describe, expect, it } from 'vitest';
import { openAdmission } from './admission.ts';
import { Problem } from '#server/kernel/problem.ts';

const limits = { signInPerMinute: 1, readsPerMinute: 1, moneyPerMinute: 1 };
const aDoor = (trustProxy: readonly string[] = []) =>
	openAdmission({
		trustProxy,
		limits: { ...limits, connections: 100, connectionsPerAddress: 2, streams: 3, streamsPerAddress: 2 },
	});

describe('connections', () => {
	it('of one address are so many at once; another address has its own, and a place that is left is free', () => {
		const door = aDoor();
		const [first, second] = [door.admitConnection('203.0.113.7'), door.admitConnection('::ffff:203.0.113.7')];
		expect([first === null, second === null]).toEqual([false, false]);
		expect(door.admitConnection('203.0.113.7')).toBeNull();
		expect(door.admitConnection('203.0.113.8')).not.toBeNull();
		first?.();
		expect(door.admitConnection('203.0.113.7')).not.toBeNull();
	});

	it('of one household by IPv6 are counted together, whatever address each takes', () => {
		const door = aDoor();
		door.admitConnection('2001:db8:0:1::1');
		door.admitConnection('2001:db8::1:a:b:c:d');
		expect(door.admitConnection('2001:0db8:0000:0001:ffff::')).toBeNull();
		expect(door.admitConnection('2001:db8:0:2::1')).not.toBeNull();
	});

	it('of a trusted proxy are not counted: all visitors come through it', () => {
		const door = aDoor(['loopback', '10.0.0.0/8']);
		const places = Array.from({ length: 50 }, () => door.admitConnection('10.1.2.3'));
		expect(places).not.toContain(null);
		expect(Array.from({ length: 3 }, () => door.admitConnection('203.0.113.7')).at(-1)).toBeNull();
	});
});

describe('live streams', () => {
	it('are refused to an address that has its share, and to everybody when there are too many', () => {
		const door = aDoor();
		const leave = door.admitStream('a');
		door.admitStream('a');
		expect(door.admitStream('a')).toMatchObject({ status: 429, retryAfter: 30 });
		door.admitStream('b');
		expect(door.admitStream('c')).toMatchObject({ status: 503, retryAfter: 5 });
		if (!(leave instanceof Problem)) leave();
		expect(door.admitStream('c')).toBeTypeOf('function');
	});
});
