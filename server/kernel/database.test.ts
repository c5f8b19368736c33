import { describe, expect, it } from 'vitest';
import { namedStatement } from './database.ts';

describe('a statement with named values', () => {
	const INSERT = namedStatement`insert into gift (fan_id, gems, note) select ${'fanId'}::bigint, ${'gems'}, ${'note'}
		where ${'gems'} > 0 returning ${{ sql: 'gift_id as "giftId"' }}`;

	it('numbers each name once, in the order of the text', () => {
		expect(INSERT({ note: null, gems: 5, fanId: 7 })).toEqual({
			text: `insert into gift (fan_id, gems, note) select $1::bigint, $2, $3
		where $2 > 0 returning gift_id as "giftId"`,
			values: [7, 5, null],
		});
	});

	it('keeps one text and leaves out what it does not name', () => {
		const [first, second] = [INSERT({ fanId: 1, gems: 1, note: "'; --" }), INSERT({ fanId: 2, gems: 2, note: '' })];
		expect(first.text).toBe(second.text);
		const withMore = { other: 1, fanId: 1, gems: 1, note: '' };
		expect(INSERT(withMore).values).toEqual([1, 1, '']);
	});
});
