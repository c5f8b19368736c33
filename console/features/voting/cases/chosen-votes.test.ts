import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openCase } from '#contract/operator/voting/cases.ts';
import { bodyOf, type CaseValues, filterIn, valuesOf } from './chosen-votes.ts';

const empty = valuesOf({});
const filterOf = (values: CaseValues) => filterIn(bodyOf(values, 'theme-winter'));
const wrongIn = (values: CaseValues) =>
	z
		.safeParse(openCase.body ?? z.never(), bodyOf(values, 'theme-winter'))
		.error?.issues.map(({ path }) => path.join('.')) ?? [];

it('a case that chooses nothing asks for nothing, and one that began from a network asks for that', () => {
	expect(filterOf(empty)).toBeNull();
	const network = 'ab'.repeat(32);
	expect(filterOf(valuesOf({ network, artist_id: 7 }))).toEqual({ network, artist_id: 7 });
});

it('fans may be listed in any way', () => {
	expect(filterOf({ ...empty, fan_ids: '12, 15\n12; 99 ', country: 'JP' })).toEqual({
		fan_ids: [12, 15, 99],
		country: 'JP',
	});
	expect(filterOf(valuesOf({ fan_ids: [12, 15] }))).toEqual({ fan_ids: [12, 15] });
});

it.each(['1e5', '-5', '10.5', '１２', '1,000', '12 fan', '٣', '007'])(
	'%j names no fans, rather than others',
	(fan_ids) => {
		const values = { ...valuesOf({ country: 'JP' }), fan_ids };
		expect(filterOf(values)).toBeNull();
		expect(wrongIn(values)).toContain('filter.fan_ids');
	},
);

it('a case needs votes, a statement and at least a day', () => {
	expect(wrongIn({ ...empty, objection_hours: 23 })).toEqual(['statement', 'objection_hours', 'filter']);
	expect(wrongIn({ ...empty, fan_ids: '1', statement: 'x' })).toEqual([]);
});
