import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, withChange } from './live-chart.ts';
import type { Chart, ListedArtist } from '../rankings.ts';

function aChart(tickets: number[], traits: Partial<Chart['ranking_config']> = {}): Chart {
	const artists = tickets.map((count, index) => ({
		artist_id: index + 1,
		en_name: `Artist ${index + 1}`,
		tickets: count,
	}));
	const total = tickets.reduce((sum, count) => sum + count, 0);
	return {
		artist_list: artists
			.toSorted((one, other) => other.tickets - one.tickets)
			.map((artist, index) => ({ ...artist, rank: index + 1 }) as ListedArtist),
		ranking_config: { title: 'November', status: 'ongoing', end_countdown: 1, ...traits } as Chart['ranking_config'],
		total_tickets: total,
		votes_per_minute: 0,
		chart_version: '0.7',
		log_size: total + 1,
	};
}

describe('a change', () => {
	it('makes the later chart of the earlier one, whatever has moved', () => {
		const counts = fc.array(fc.nat(50), { minLength: 6, maxLength: 6 });
		fc.assert(
			fc.property(counts, counts, (before, after) => {
				const [one, other] = [aChart(before), aChart(after, { end_countdown: 0 })];
				const change = changeBetween(one, other);
				expect(change && withChange(one, change)).toEqual(other);
			}),
		);
	});

	it('leaves artists who have not moved as they are, so that their rows are not drawn again', () => {
		const [one, other] = [aChart([30, 20, 10]), aChart([30, 20, 15])];
		const change = changeBetween(one, other);
		const after = change && withChange(one, change);
		expect(after?.artist_list.map((artist, index) => artist === one.artist_list[index])).toEqual([true, true, false]);
	});

	it('cannot tell of a new name, a new artist or a pause: the whole chart is sent', () => {
		expect(changeBetween(aChart([1]), aChart([1], { title: 'Renamed' }))).toBeNull();
		expect(changeBetween(aChart([1]), aChart([1, 2]))).toBeNull();
		expect(changeBetween(aChart([1, 2]), aChart([1]))).toBeNull();
		expect(changeBetween(aChart([1]), aChart([1], { status: 'paused' }))).toBeNull();
	});
});
