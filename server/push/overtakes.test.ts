import { expect, it } from 'vitest';
import { overtakesBetween } from './events.ts';

it.each([
	['nobody moved', [1, 2, 3], [1, 2, 3], []],
	['two changed places', [1, 2, 3], [1, 3, 2], [{ artistId: 2, rank: 3, rivalId: 3 }]],
	[
		'one passed two, and each is told of that one',
		[1, 2, 3, 4],
		[1, 4, 2, 3],
		[
			{ artistId: 2, rank: 3, rivalId: 4 },
			{ artistId: 3, rank: 4, rivalId: 4 },
		],
	],
	[
		'of two who passed, the nearest is named, and who keeps the rank is told nothing',
		[1, 2, 3],
		[3, 2, 1],
		[{ artistId: 1, rank: 3, rivalId: 2 }],
	],
	['an artist was taken off the list, which overtakes nobody', [1, 2, 3], [2, 3], []],
	[
		'a new artist entered above',
		[1, 2],
		[9, 1, 2],
		[
			{ artistId: 1, rank: 2, rivalId: 9 },
			{ artistId: 2, rank: 3, rivalId: 9 },
		],
	],
])('%s', (_, before, now, expected) => {
	expect(overtakesBetween(before, now)).toEqual(expected);
});
