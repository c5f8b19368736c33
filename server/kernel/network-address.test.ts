import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey64, network24 } from './network-address.ts';

test.each([
	['203.0.113.77', '203.0.113.0/24'],
	['::ffff:203.0.113.77', '203.0.113.0/24'],
	['2001:DB8:0:1::7', '2001:db8:0::/48'],
	['2001:db8::1', '2001:db8:0::/48'],
	['fe80::1%eth0', 'fe80:0:0::/48'],
	['::1', '0:0:0::/48'],
	['203.0.113.77:4711', '203.0.113.0/24'],
	['no address', null],
])('%s is of the network %s', (address, network) => expect(network24(address)).toBe(network));

test.each([
	['203.0.113.77', '203.0.113.77'],
	['::ffff:203.0.113.77', '203.0.113.77'],
	['2001:DB8:0:1::7', '2001:db8:0:1'],
	['2001:0db8:0000:0001:ffff::', '2001:db8:0:1'],
	['2001:db8::', '2001:db8:0:0'],
	['fe80::1%eth0', 'fe80:0:0:0'],
	['203.0.113.77:4711', '203.0.113.77'],
	['[::ffff:203.0.113.77]:4711', '203.0.113.77'],
	['[2001:DB8:0:1::7]:4711', '2001:db8:0:1'],
	['[2001:db8:0:1::7]', '2001:db8:0:1'],
	['no address', 'no address'],
])('%s is counted as %s', (address, key) => expect(addressKey64(address)).toBe(key));

test('an address of IPv4 is one visitor, however it is written and handed on, and no other', () => {
	const byte = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
			const plain = [a, b, c, d].join('.');
			const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
			for (const tail of [plain, hex, hex.toUpperCase()]) {
				for (const written of [`::ffff:${tail}`, `::FFFF:${tail}`, `64:ff9b::${tail}`, `0064:FF9B:0:0:0:0:${tail}`]) {
					expect([written, addressKey64(written)]).toEqual([written, plain]);
					expect(addressKey64(`[${written}]:443`)).toBe(plain);
				}
				expect(addressKey64(`64:ff9b:1::${tail}`)).toBe('64:ff9b:1:0');
				expect(addressKey64(`2001:db8::${tail}`)).toBe('2001:db8:0:0');
			}
		}),
	);
});
