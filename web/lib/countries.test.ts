import { expect, test } from 'vitest';
import { countryCodes } from '#contract/values/countries.ts';
import { countryName } from './country-name.ts';
import { countries } from './countries.ts';

test('every country can be chosen, by name, in the order of the language', () => {
	const names = countries('en').map(({ name }) => name);
	expect(names).toHaveLength(countryCodes.length);
	expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
	expect(new Set(names).size).toBe(names.length);
});

test('another language names and sorts them its own way', () => {
	expect(countries('ko')[0]?.name).toBe('가나');
});

test('an artist’s nationality is read as a country where it is a code, else as it was written', () => {
	expect(countryName('KR', 'en')).toBe('South Korea');
	expect(countryName('South Korea', 'en')).toBe('South Korea');
	expect(countryName('Jeju', 'en')).toBe('Jeju');
});
