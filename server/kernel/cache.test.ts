import { describe, expect, it } from 'vitest';
import { Latest } from './cache.ts';

const session = (fanId: number) => ({ fanId, registered: fanId % 2 === 0, readAt: fanId * 10 });

describe('cached sessions', () => {
	it('are given back as they were, and the latest word counts', () => {
		const cache = new Latest<string, ReturnType<typeof session>>(2);
		cache.set('one', session(2 ** 40));
		expect(cache.get('one')).toEqual(session(2 ** 40));
		cache.set('one', session(3));
		expect([cache.get('one'), cache.get('two')]).toEqual([session(3), null]);
	});

	it('beyond the most that are kept push out who was not asked for of late', () => {
		const cache = new Latest<string, ReturnType<typeof session>>(2);
		for (const [fanId, key] of ['a', 'b', 'c'].entries()) cache.set(key, session(fanId));
		// Asked for, it is among the latest again.
		expect(cache.get('a')).toEqual(session(0));
		cache.set('d', session(3));
		expect([cache.get('b'), cache.get('a'), cache.get('d')]).toEqual([null, session(0), session(3)]);
	});

	it('are forgotten for good, whichever half they are in', () => {
		const cache = new Latest<string, ReturnType<typeof session>>(1);
		cache.set('a', session(1));
		cache.set('b', session(2));
		cache.delete('a');
		cache.delete('b');
		expect([cache.get('a'), cache.get('b')]).toEqual([null, null]);
	});
});
