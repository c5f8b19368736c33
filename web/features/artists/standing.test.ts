import { expect, test } from 'vitest';
import type { RankInfo } from '#contract/artists.ts';
import type { Chart } from '#contract/rankings.ts';
import { liveStanding, raceOf, withOwnVote } from './standing.ts';

const neighbor = (en_name: string, rank: number, tickets: number) => ({
	en_name,
	native_name: null,
	native_lang: null,
	rank,
	tickets,
});

const third: RankInfo = {
	rank: 3,
	ticket_number: 900,
	ranking_key: 'monthly-2026-11',
	ranking_title: 'November',
	is_ongoing: true,
	ticket2gem_ratio: 10,
	above: neighbor('Jiwoon Pyo', 2, 1200),
	below: neighbor('Haebin Geum', 4, 100),
};

test.each([
	['an artist chases the one above', {}, { kind: 'behind', rival: third.above, tickets: 300, share: 0.75 }],
	[
		'the leader is told by how much they lead',
		{ rank: 1, above: null, below: neighbor('Jiwoon Pyo', 2, 650) },
		{ kind: 'ahead', rival: neighbor('Jiwoon Pyo', 2, 650), tickets: 250, share: 1 },
	],
	[
		'equal tickets are level, whoever came first',
		{ ticket_number: 1200 },
		expect.objectContaining({ kind: 'level', tickets: 0, share: 1 }),
	],
	[
		'a chart where nobody has a vote yet is level',
		{ ticket_number: 0, above: neighbor('Jiwoon Pyo', 2, 0) },
		expect.objectContaining({ kind: 'level', share: 1 }),
	],
	['nobody races alone', { above: null, below: null }, null],
])('%s', (_, standing, race) => expect(raceOf({ ...third, ...standing })).toEqual(race));

test('a fan’s own vote is never taken off the page by an older answer', () => {
	expect(withOwnVote(third, 905).ticket_number).toBe(905);
	expect(withOwnVote(third, 800).ticket_number).toBe(900);
	expect(withOwnVote(third, null)).toBe(third);
});

test('the standing moves with a chart that lists the artist: rank, tickets, neighbors and whether one can vote', () => {
	const artist_list = [
		{ artist_id: 7, ...neighbor('Ayu', 1, 30) },
		{ artist_id: 8, ...neighbor('Bex', 2, 20) },
		{ artist_id: 9, ...neighbor('Cleo', 3, 5) },
	];
	const chart = { artist_list, ranking_config: { status: 'paused' } } as Chart;
	expect(liveStanding(third, 8, chart)).toEqual({
		...third,
		rank: 2,
		ticket_number: 20,
		is_ongoing: false,
		above: neighbor('Ayu', 1, 30),
		below: neighbor('Cleo', 3, 5),
	});
	expect([liveStanding(third, 7, chart).above, liveStanding(third, 9, chart).below]).toEqual([null, null]);
	expect([liveStanding(third, 8, undefined), liveStanding(third, 99, chart)]).toEqual([third, third]);
});
