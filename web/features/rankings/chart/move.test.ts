import { describe, expect, it } from 'vitest';
import { moveOf } from './standings.ts';

const movement = { since: 1, ranks: [[7, 1] as [number, number], [8, 5] as [number, number]] };
const at = (artist_id: number, rank: number, tickets = 10) => ({ artist_id, rank, tickets });

describe('the movement of an artist', () => {
	it('is the difference between the rank of now and that of midnight', () => {
		expect(moveOf(movement, at(8, 2))).toEqual({ kind: 'up', by: 3 });
		expect(moveOf(movement, at(7, 2))).toEqual({ kind: 'down', by: 1 });
		expect(moveOf(movement, at(9, 3))).toEqual({ kind: 'new', by: 0 });
	});

	it('is nothing without a change, without votes, and without a yesterday', () => {
		expect(moveOf(movement, at(7, 1))).toBeNull();
		expect(moveOf(movement, at(9, 3, 0))).toBeNull();
		expect(moveOf({ since: null, ranks: [] }, at(9, 3))).toBeNull();
		expect(moveOf(undefined, at(9, 3))).toBeNull();
	});
});
