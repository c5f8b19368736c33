import { expect, test } from 'vitest';
import { signed } from './signed.ts';

test('gains carry a plus, spending a minus, nothing neither', () => {
	expect([1200, -40, 0].map((change) => signed(change, String))).toEqual(['+1200', '−40', '0']);
});
