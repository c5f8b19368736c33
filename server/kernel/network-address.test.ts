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
