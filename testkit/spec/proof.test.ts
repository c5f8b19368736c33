import { describe, expect, it } from 'vitest';
import { specification, unprovenRows } from './proof.ts';

const table = ['one', 'two', 'three'].map((statement, at) => ({ id: `S5-0${at + 1}`, statement }));
const outcome = (fullName: string, status = 'passed') => ({ fullName, status });

describe('the specification', () => {
	it('is proven when every row is carried by a test that was executed and passed', () => {
		expect(
			unprovenRows(table, [outcome('a fan [S5-01, S5-02] votes'), outcome('[S5-03] c'), outcome('nothing')]),
		).toEqual([]);
	});

	it('is not when a row has no test, or one of its tests failed or did not run', () => {
		expect(unprovenRows(table, [outcome('[S5-01, S5-03] a')])).toEqual(['S5-02 was not proven: two']);
		const failed = [outcome('[S5-01, S5-03] a'), outcome('[S5-02] b'), outcome('[S5-02] c', 'failed')];
		expect(unprovenRows(table, failed)).toEqual(['S5-02 failed: two']);
		const skipped = [outcome('[S5-01] a'), outcome('[S5-02] b', 'pending'), outcome('[S5-03] c', 'failed')];
		expect(unprovenRows(table, skipped)).toEqual(['S5-02 failed: two', 'S5-03 failed: three']);
	});

	it('knows its own ids', () => {
		const all = [outcome('[S5-01, S5-02, S5-03] a'), outcome('[S5-09] b')];
		expect(unprovenRows(table, all)).toEqual(['S5-09 is no row of the specification']);
	});

	it('gives every statement an id of its own', () => {
		expect(specification.length).toBeGreaterThan(200);
		const ids = new Set(specification.map(({ id }) => id).filter((id) => /^S[1-9]-\d\d+$/.test(id)));
		expect(ids.size).toBe(specification.length);
	});
});
