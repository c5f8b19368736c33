import { expect, it } from 'vitest';
import { filterOf, missingIn, newCase } from './case-values.ts';

it('a case that chooses nothing asks for nothing, and one that began from a network asks for that', () => {
	expect(filterOf(newCase({}))).toBeNull();
	const network = 'ab'.repeat(32);
	expect(filterOf(newCase({ network, artist_id: 7 }))).toEqual({ network, artist_id: 7 });
});

it('fans may be listed in any way, a country in small letters; what is no country is not asked', () => {
	const values = { ...newCase({}), fans: '12, 15\n12; 99 ', country: 'jp' };
	expect(filterOf(values)).toEqual({ fan_ids: [12, 15, 99], country: 'JP' });
	expect(filterOf({ ...values, country: 'Japan' })).toBeNull();
});

it.each(['1e5', '-5', '10.5', '１２', '1,000', '12 fan', '٣', '007'])(
	'%j names no fans, rather than others',
	(fans) => {
		const values = { ...newCase({ country: 'JP' }), fans };
		expect(filterOf(values)).toBeNull();
		expect(missingIn(values)).toContain('fans');
	},
);

it('a case needs votes, a statement and at least a day; an error of ours its incident too', () => {
	const values = newCase({});
	expect(missingIn({ ...values, hours: 23 })).toEqual(['votes', 'statement', 'hours']);
	const written = { ...values, fans: '1', statement: 'x', reason: 'ERR' as const };
	expect(missingIn(written)).toEqual(['incident']);
	expect(missingIn({ ...written, incident: 'https://status.example/7' })).toEqual([]);
});
