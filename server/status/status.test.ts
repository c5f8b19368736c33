import { describe, expect, it } from 'vitest';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { ageOfCharts, watchLag, healthOfCharts, healthOfLog, healthOfVoting, worst } from './status.ts';

describe('the health of', () => {
	it('charts follows their age, and is interrupted where none can be shown', () => {
		expect([0, 10, 11, null].map(healthOfCharts)).toEqual(['working', 'working', 'slow', 'interrupted']);
	});

	it('a new site, which has no charts yet, is no interruption', async () => {
		expect(await ageOfCharts({} as Boards, [])).toBe('none open');
	});

	it.each([
		['votes in time', {}, 'working'],
		['no votes at all', { votes: 0, p99Ms: null }, 'working'],
		['slow votes', { p99Ms: 2_500 }, 'slow'],
		['a vote in fifty that fails', { failed: 2 }, 'slow'],
		['the only vote that fails', { votes: 0, failed: 1 }, 'slow'],
		['most votes that fail', { failed: 150 }, 'interrupted'],
		['a database that is away', { databaseAway: true }, 'interrupted'],
	] as const)('voting with %s', (_, facts, expected) => {
		expect(healthOfVoting({ p99Ms: 20, votes: 98, failed: 0, databaseAway: false, ...facts })).toBe(expected);
	});

	it('the log is slow when entries wait for more than a minute, or nobody knows', () => {
		expect([0, 60, 61, null].map(healthOfLog)).toEqual(['working', 'working', 'slow', 'slow']);
	});

	it('the site is that of its worst part', () => {
		expect(worst('working', 'slow', 'working')).toBe('slow');
		expect(worst('slow', 'interrupted')).toBe('interrupted');
	});
});

it('the delay of the log begins with the first entry that waits, and ends with a publication', () => {
	let now = 0;
	const lagOf = watchLag(() => now);
	const at = (time: number, unpublished: number, checkpoint: number) => {
		now = time * 1000;
		return lagOf({ unpublished, last_checkpoint_time: checkpoint });
	};
	// The last publication is an hour old: nothing has waited until now.
	expect(at(3_600, 5, 0)).toBe(0);
	expect(at(3_640, 9, 0)).toBe(40);
	expect(at(3_641, 3, 3_641)).toBe(0);
	expect(at(3_642, 0, 3_642)).toBe(0);
});
