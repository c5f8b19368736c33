import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { trustedPeers, warnOfUntrustedProxies } from './trusted.ts';

describe('a trusted peer', () => {
	const trusts = trustedPeers(['10.0.0.5', '192.168.0.0/16', '2001:db8::/32', 'loopback']);

	const listed = '10.0.0.5 ::ffff:10.0.0.5 192.168.7.7 2001:db8::9 127.0.0.1 ::1 10.0.0.5:443 [2001:db8::9]:443';
	it.each(listed.split(' '))('is %s', (address) => expect(trusts(address)).toBe(true));

	it.each(['10.0.0.6', '193.168.0.1', '2001:db9::9', 'unknown', '', undefined])('is not %s', (address) =>
		expect(trusts(address)).toBe(false),
	);

	it('is nobody without a list', () => {
		expect(trustedPeers([])('127.0.0.1')).toBe(false);
	});

	it('is a private network by its name', () => {
		const named = trustedPeers(['uniquelocal', 'linklocal']);
		expect(['10.1.1.1', '172.20.0.1', 'fd00::1', 'fe80::1'].map(named)).toEqual([true, true, true, true]);
		expect(['172.32.0.1', '8.8.8.8', '127.0.0.1'].map(named)).toEqual([false, false, false]);
	});
});

it.each([
	['without a proxy, the peer, whatever it says', [], '198.51.100.9', '203.0.113.7', '198.51.100.9'],
	['behind a trusted proxy, whom it forwards for', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.7', '203.0.113.7'],
	['a forged entry is not believed', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
	['a chain of trusted proxies', ['10.0.0.0/8', 'loopback'], '127.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
	['behind three proxies', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
	['proxies alone', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3', '10.0.0.3'],
	['an untrusted peer that forwards', ['10.0.0.0/8'], '198.51.100.9', '203.0.113.7', '198.51.100.9'],
	['a trusted peer that says nothing', ['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1'],
] as const)('the address that counts %s', async (_, proxies, remoteAddress, forwardedFor, expected) => {
	const app = Fastify({ trustProxy: proxies.length > 0 && trustedPeers(proxies) });
	app.get('/', ({ ip }) => ip);
	const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
	expect((await app.inject({ url: '/', headers, remoteAddress })).body).toBe(expected);
	await app.close();
});

async function warningsOf(
	proxies: string[],
	headers: Record<string, string>[],
	remoteAddress = '127.0.0.1',
): Promise<string[]> {
	const lines: string[] = [];
	const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
	warnOfUntrustedProxies(app, trustedPeers(proxies));
	app.get('/', () => 'page');
	for (const one of headers) await app.inject({ url: '/', headers: one, remoteAddress });
	await app.close();
	return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('a proxy that the configuration forgot', () => {
	const forwarded = { 'x-forwarded-for': '203.0.113.7' };

	it('is told in the log once a minute, with its address and what to do', async () => {
		const warnings = await warningsOf([], [{}, forwarded, forwarded, { forwarded: 'for=203.0.113.7' }]);
		expect(warnings).toEqual([
			expect.stringMatching(/^127\.0\.0\.1 sends x-forwarded-for, but is not in TRUST_PROXY.*add it to TRUST_PROXY$/),
		]);
	});

	it('is told without its address if that may be a visitor', async () => {
		const [warning] = await warningsOf([], [forwarded], '198.51.100.4');
		expect(warning).toMatch(/^A peer with a public address sends x-forwarded-for/);
		expect(warning).not.toContain('198.51.100.4');
	});

	it('is not told of one that is trusted', async () => {
		expect(await warningsOf(['127.0.0.1'], [forwarded])).toEqual([]);
	});
});
