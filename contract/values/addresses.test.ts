import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { link, webAddress } from '../operator/shapes.ts';

const host = fc.domain();
const takes = (shape: z.ZodMiniType, text: string) => z.safeParse(shape, text).success;

describe.each([
	['link', link],
	['address of the web', webAddress],
] as const)('a %s', (_, shape) => {
	it('is any https address that a browser opens', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }), (url) => {
				expect([url, takes(shape, url)]).toEqual([url, true]);
			}),
		);
		for (const url of ['https://무대팬.example/무대', 'https://[2001:db8::1]:8443/', 'https://a.example./x?y=%20'])
			expect([url, takes(shape, url)]).toEqual([url, true]);
	});

	it('shows no other host than it opens, and hides no character', () => {
		const hidden = fc.constantFrom('\u200b', '\u202e', '\u00ad', '\ue000', '\ufeff', '"', '<', '\\', ' ', '\n', '\0');
		fc.assert(
			fc.property(host, host, hidden, (shown, opened, character) => {
				for (const url of [`${shown}@${opened}`, `:${shown}@${opened}`, `${opened}/${character}${shown}`])
					expect([url, takes(shape, `https://${url}`)]).toEqual([url, false]);
			}),
		);
	});

	it.each(['https://', 'https://[', 'https://a.example:99999/', 'https://?x', 'https://%zz/', 'javascript:alert(1)'])(
		'is not %j, which no browser opens as one',
		(url) => expect(takes(shape, url)).toBe(false),
	);
});
