import { describe, expect, it } from 'vitest';
import { countryOptions, currencyOptions, languageOptions, zoneOptions } from './known-options.ts';
import { matching } from './options.ts';

const first = (options: ReturnType<typeof countryOptions>, text: string) => matching(options, text)[0]?.value;

describe('a search among options', () => {
	it('finds the country that is meant, never one whose code only looks like it', () => {
		expect(first(countryOptions(), 'South Korea')).toBe('KR');
		expect(first(countryOptions(), 'south k')).toBe('KR');
		expect(first(countryOptions(), 'SO')).toBe('SO');
		expect(matching(countryOptions(), 'nowhere')).toEqual([]);
	});

	it('knows currencies, languages and time zones by name and by code', () => {
		expect(first(currencyOptions(), 'south korean won')).toBe('KRW');
		expect(first(currencyOptions(), 'usd')).toBe('USD');
		expect(matching(currencyOptions(), 'XYZ')).toEqual([]);
		expect(first(languageOptions(), 'korean')).toBe('ko');
		expect(first(zoneOptions(), 'seoul')).toBe('Asia/Seoul');
	});
});
