import { expect, it } from 'vitest';
import { newToken, shardOfToken } from './token.ts';

it('a token begins with the character of its shard, and no two are the same', () => {
	const fans = Array.from({ length: 128 }, (_, n) => ({ bucket: n % 64, fanId: n }));
	const first = (shards: number) => new Set(fans.map((fan) => newToken(fan, shards)[0]));
	expect([...first(1)]).toEqual(['A']);
	expect([...first(16)].join('')).toBe('ABCDEFGHIJKLMNOP');
	expect(first(64).size).toBe(64);
	const tokens = fans.map((fan) => newToken(fan, 16));
	expect(new Set(tokens.map((token) => token.slice(1))).size).toBe(128);
	for (const token of tokens) expect(token).toMatch(/^[A-P][A-Za-z0-9_-]{43}$/);
});

it('a token names its shard; one of a release before, or a forged one, names any', () => {
	for (let bucket = 0; bucket < 64; bucket += 1) {
		expect(shardOfToken(newToken({ bucket, fanId: bucket }, 16), 16)).toBe(bucket % 16);
	}
	const token = newToken({ bucket: 0, fanId: 64 }, 16);
	const shards = [...Array(16).keys()];
	for (const odd of [token.slice(1), `Q${token.slice(1)}`, `=${token.slice(1)}`, '']) {
		expect(shards).toContain(shardOfToken(odd, 16));
	}
	expect(shardOfToken(token.slice(1), 1)).toBe(0);
});
