import { expect, it } from 'vitest';
import { newToken } from './token.ts';

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
