import { expect, it } from 'vitest';
import { suggestedKey } from './proposals.ts';

const monthly = { ranking_type: 'monthly', starts_local: '', title: '' } as const;
const theme = { ...monthly, ranking_type: 'theme' } as const;

it('names a monthly ranking by its month', () => {
	expect(suggestedKey({ ...monthly, starts_local: '2026-12-01T00:00' })).toBe('monthly-2026-12');
	expect(suggestedKey(monthly)).toBe('');
});

it('names a theme by the words of its title', () => {
	expect(suggestedKey({ ...theme, title: 'Best Winter Song!' })).toBe('theme-best-winter-song');
	expect(suggestedKey({ ...theme, title: '겨울' })).toBe('');
});
