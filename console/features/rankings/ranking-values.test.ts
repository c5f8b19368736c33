import { expect, it } from 'vitest';
import { suggestedKey, valuesOf } from './ranking-values.ts';

it('names a monthly ranking by its month', () => {
	expect(suggestedKey({ ...valuesOf(undefined), starts_local: '2026-12-01T00:00' })).toBe('monthly-2026-12');
	expect(suggestedKey(valuesOf(undefined))).toBe('');
});

it('names a theme by the words of its title', () => {
	expect(suggestedKey({ ...valuesOf(undefined), ranking_type: 'theme', title: 'Best Winter Song!' })).toBe(
		'theme-best-winter-song',
	);
	expect(suggestedKey({ ...valuesOf(undefined), ranking_type: 'theme', title: '겨울' })).toBe('');
});
