import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limit, page } from './shapes.ts';

it.each(['1e1', '0x10', '٣', '３', '1,0', '10.00', ' 7', '+5', '1_0', 'Infinity', '', '-', '½'])(
	'a page or a limit of %j is none, and so the first one',
	(text) => expect([z.parse(page, text), z.parse(limit(20), text)]).toEqual([1, 20]),
);

it('a page is read as it stands, and kept within its bounds', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (number) => {
			const expected = Math.min(1_000_000, Math.max(1, Number(number)));
			expect(z.parse(page, String(number))).toBe(expected);
		}),
	);
});
