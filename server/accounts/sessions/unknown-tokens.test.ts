import { expect, it } from 'vitest';
import { unknownTokens } from './sessions.ts';

function atHand() {
	let now = 0;
	const tokens = unknownTokens(1_000, { perAddressMax: 2, now: () => now });
	const sends = (address: string, times: number) => {
		for (let sent = 0; sent < times; sent += 1) tokens.count(`${address} ${now} ${sent}`, address);
	};
	return { tokens, sends, pass: (ms: number) => void (now += ms) };
}

it('an address is suspect after more unknown tokens than it may send, and only that address', () => {
	const { tokens, sends } = atHand();
	sends('203.0.113.7', 2);
	expect(tokens.isSuspect('203.0.113.7')).toBe(false);
	sends('203.0.113.7', 1);
	expect([tokens.isSuspect('203.0.113.7'), tokens.isSuspect('203.0.113.8')]).toEqual([true, false]);
});

it('an address is forgiven after two quiet minutes', () => {
	const { tokens, sends, pass } = atHand();
	sends('203.0.113.7', 3);
	pass(61_000);
	expect(tokens.isSuspect('203.0.113.7')).toBe(true);
	pass(61_000);
	expect(tokens.isSuspect('203.0.113.7')).toBe(false);
	sends('203.0.113.7', 3);
	pass(3_600_000);
	expect(tokens.isSuspect('203.0.113.7')).toBe(false);
});

it('a household of IPv6 is one party too, which has a multiple', () => {
	const { tokens, sends } = atHand();
	for (const network of ['a01', 'a02', 'a03', 'a04']) sends(`2001:db8:1:${network}::1`, 2);
	expect(tokens.isSuspect('2001:db8:1:a05::1')).toBe(false);
	sends('2001:db8:1:a05::1', 1);
	expect([tokens.isSuspect('2001:db8:1:aff::1'), tokens.isSuspect('2001:db8:1:b01::1')]).toEqual([true, false]);
});
