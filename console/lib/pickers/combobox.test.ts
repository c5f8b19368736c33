import { expect, it } from 'vitest';
import { coded, countryOptions, currencyOptions, languageOptions, named, zoneOptions } from './combobox.tsx';

it('what is typed names the country that is meant, never one whose code it begins with', () => {
	expect(named(countryOptions(), ' south korea ')?.value).toBe('KR');
	expect(named(countryOptions(), 'So')).toBeUndefined();
	expect(coded(countryOptions(), 'so')?.value).toBe('SO');
	expect(coded(countryOptions(), 'South')).toBeUndefined();
});

it('what is typed names currencies, languages and time zones, and nothing that does not exist', () => {
	expect(named(currencyOptions(), 'South Korean won')?.value).toBe('KRW');
	expect(coded(currencyOptions(), 'XYZ')).toBeUndefined();
	expect(named(languageOptions(), 'Korean')?.value).toBe('ko');
	expect(coded(zoneOptions(), 'Asia/Seoul')?.value).toBe('Asia/Seoul');
});
