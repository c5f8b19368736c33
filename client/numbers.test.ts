import { expect, test } from 'vitest';
import { formatChange } from './numbers.ts';

test('gains carry a plus, spending a minus, nothing neither', () => {
	expect([1200, -40, 0].map(formatChange)).toEqual(['+1,200', '−40', '0']);
});
