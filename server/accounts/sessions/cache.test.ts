import { describe, expect, it } from 'vitest';
import { sessionCache } from './sessions.ts';

const session = (fanId: number) => ({ fanId, registered: fanId % 2 === 0, readAt: fanId * 10 });

describe('cached sessions', () => {
	it('are given back as they were, and the latest word counts', () => {
		const cache = sessionCache(2);
		cache.remember('one', session(2 ** 40));
		expect(cache.recall('one')).toEqual(session(2 ** 40));
		cache.remember('one', session(3));
		expect([cache.recall('one'), cache.recall('two')]).toEqual([session(3), null]);
	});

	it('beyond the most that are kept push out who was not asked for of late', () => {
		const cache = sessionCache(2);
		for (const [fanId, key] of ['a', 'b', 'c'].entries()) cache.remember(key, session(fanId));
		// Asked for, it is among the latest again.
		expect(cache.recall('a')).toEqual(session(0));
		cache.remember('d', session(3));
		expect([cache.recall('b'), cache.recall('a'), cache.recall('d')]).toEqual([null, session(0), session(3)]);
	});

	it('are forgotten for good, whichever half they are in', () => {
		const cache = sessionCache(1);
		cache.remember('a', session(1));
		cache.remember('b', session(2));
		cache.forget('a');
		cache.forget('b');
		expect([cache.recall('a'), cache.recall('b')]).toEqual([null, null]);
	});
});
