import { describe, expect, it } from 'vitest';
import { isBehind, joined, raw, row, set, sql } from './database.ts';

describe('a statement', () => {
	it('sends values beside its text, also those of the parts in it', () => {
		const part = sql`artist_id = ${7} and kind = ${'solo'}`;
		const { text, values } = sql`select ${raw('title')} from t where id = ${1} and ${part} limit ${2}`;
		expect(text).toBe('select title from t where id = $1 and artist_id = $2 and kind = $3 limit $4');
		expect(values).toEqual([1, 7, 'solo', 2]);
	});

	it('never takes a text that it is given for SQL', () => {
		expect(sql`select ${'1; drop table fan'}`).toMatchObject({ text: 'select $1', values: ['1; drop table fan'] });
	});

	it('inserts and sets the columns that are given', () => {
		const columns = { title: 'A', at: sql`lightstick_now()`, alt: undefined };
		expect(sql`insert into t ${row(columns)}`.text).toBe('insert into t ("title", "at") values ($1, lightstick_now())');
		expect(sql`update t set ${set(columns)}`.text).toBe('update t set "title" = $1, "at" = lightstick_now()');
	});

	it('reads on behind the last row of a page', () => {
		expect(isBehind(['a', 'b'], 'desc', ['x', 3]).text).toBe('(a, b) < ($1, $2)');
		expect([isBehind(['a'], 'asc', null).text, joined([], ' and ').text]).toEqual(['true', '']);
	});
});
