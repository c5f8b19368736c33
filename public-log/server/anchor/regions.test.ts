/** New voters by region: enough people in each number, also in those that can be worked out. */
import { expect, it } from 'vitest';
import { countryCodes } from '#contract/values/countries.ts';
import { regionsOf } from './accounts.ts';

it.each([
	['nobody', {}, {}],
	['countries of one region', { KR: 30, JP: 12 }, { asia: 42 }],
	['several regions', { KR: 30, BR: 20, MX: 25 }, { asia: 30, south_america: 20, north_america: 25 }],
	['a small region', { KR: 30, BR: 19, MX: 5 }, { asia: 30, other: 24 }],
	['one small region only, which the sum would tell', { KR: 30, FR: 40, BR: 3 }, { europe: 40, other: 33 }],
	['few people in all', { KR: 10, BR: 3 }, { other: null }],
	['no country, and one that nobody knows', { '': 21, XX: 4 }, { other: 25 }],
	['no country, and few of them', { '': 2, KR: 50 }, { other: 52 }],
])('%s', (_, byCountry, told) => expect(regionsOf(Object.entries(byCountry))).toEqual(told));

it('every country that a fan may choose has a region, but for those of Antarctica', () => {
	const nowhere = countryCodes.filter((code) => regionsOf([[code, 20]]).other === 20);
	expect(nowhere).toEqual(['AQ', 'BV', 'GS', 'HM', 'TF']);
});
