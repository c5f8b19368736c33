import { expect, it } from 'vitest';
import { specification, unprovenRows } from './proof.ts';

const table = ['one', 'two', 'three'].map((statement, at) => ({ id: `S5-0${at + 1}`, statement }));

it.each([
	['proven', 'a fan [S5-01, S5-02] votes [S5-03]', 'of nothing', []],
	['unproven without a test', '[S5-01, S5-03]', '', ['S5-02 was not proven: two']],
	['unproven if one of its tests does not pass', '[S5-01, S5-02, S5-03]', '[S5-02]', ['S5-02 failed: two']],
	['known by its ids', '[S5-01, S5-02, S5-03] [S5-09]', '', ['S5-09 is no row of the specification']],
])('the specification is %s', (_, passed, skipped, faults) => {
	const outcomes = Object.entries({ passed, pending: skipped }).map(([status, fullName]) => ({ status, fullName }));
	expect(unprovenRows(table, outcomes)).toEqual(faults);
});

it('the specification gives every statement an id of its own', () => {
	expect(specification.length).toBeGreaterThan(200);
	const ids = new Set(specification.map(({ id }) => id).filter((id) => /^S[1-9]-\d\d+$/.test(id)));
	expect(ids.size).toBe(specification.length);
});
