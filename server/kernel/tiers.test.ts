/** Addresses of IPv6: whoever has a network of their own has no more than a multiple of one address. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openAdmission } from '#server/http/limits/admission.ts';
import { Problem } from './problem.ts';
import { tiersOf } from './network-address.ts';
import { addressBuckets } from './token-buckets.ts';

const { limits } = readConfig({});
const group = fc.integer({ min: 0, max: 0xffff });
const address = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':');
/** Addresses whose first bits are those of one network. */
const inside = (bits: number) =>
	fc
		.tuple(
			fc.array(group, { minLength: 8, maxLength: 8 }),
			fc.array(fc.array(group, { minLength: 8, maxLength: 8 }), { minLength: 300, maxLength: 300 }),
		)
		.map(([own, others]) =>
			others.map((other) =>
				address(
					own.map((mine, index) => {
						const kept = Math.min(16, Math.max(0, bits - index * 16));
						const mask = (0xffff << (16 - kept)) & 0xffff;
						return (mine & mask) | ((other[index] ?? 0) & ~mask & 0xffff);
					}),
				),
			),
		);

describe('an address', () => {
	it.each([
		[64, 1],
		[56, 4],
		[48, 16],
	])('of a /%i has %i times the limit with all others of it', (bits, times) => {
		fc.assert(
			fc.property(inside(bits), (addresses) => {
				const buckets = addressBuckets({ perSecond: 1e-9, burst: 3 });
				expect(addresses.filter((each) => buckets.take(each) === 0).length).toBeLessThanOrEqual(3 * times);
				const streams = openAdmission({
					trustProxy: [],
					limits: { ...limits, connections: 1e6, connectionsPerAddress: 3, streams: 1e6, streamsPerAddress: 3 },
				});
				const taken = addresses.filter((each) => !(streams.admitStream(each) instanceof Problem));
				expect(taken.length).toBeLessThanOrEqual(3 * times);
				expect(addresses.filter((each) => streams.admitConnection(each)).length).toBeLessThanOrEqual(3 * times);
			}),
			{ numRuns: 20 },
		);
	});

	it('of IPv4 is counted alone, also where it is written as IPv6', () => {
		expect(tiersOf('203.0.113.7')).toEqual([{ key: '203.0.113.7', times: 1 }]);
		expect(tiersOf('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', times: 1 }]);
	});

	it('gives back all that it took where one of its networks is full', () => {
		const buckets = addressBuckets({ perSecond: 1e-9, burst: 1 });
		for (const last of ['1', '2', '3', '4']) expect(buckets.take(`2001:db8:0:${last}::1`)).toBe(0);
		expect(buckets.take('2001:db8:0:5::1')).toBeGreaterThan(0);
		buckets.giveBack('2001:db8:0:1::1');
		expect(buckets.take('2001:db8:0:5::1')).toBe(0);
	});
});
