import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';
import { trustedPeers } from './trusted.ts';

it.each([
	['without a proxy, the peer, whatever it says', [], '198.51.100.9', '203.0.113.7', '198.51.100.9'],
	['behind a trusted proxy, whom it forwards for', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.7', '203.0.113.7'],
	['a forged entry is not believed', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
	['a chain of trusted proxies', ['10.0.0.0/8', 'loopback'], '127.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
	['an untrusted peer that forwards', ['10.0.0.0/8'], '198.51.100.9', '203.0.113.7', '198.51.100.9'],
	['a trusted peer that says nothing', ['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1'],
] as const)('%s', (_, proxies, peer, forwardedFor, expected) => {
	expect(clientAddress(trustedPeers(proxies))(peer, forwardedFor)).toBe(expected);
});
