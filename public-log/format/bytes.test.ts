/** Hashes and spellings of bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '#public-log/format/sha256.ts';
import { base64, fromBase64, fromDecimal } from './bytes.ts';
import { sha256 as browserSha256 } from './sha256-browser.ts';

it('are hashed alike in the browser and on the server', () => {
	const bytes = fc.uint8Array({ maxLength: 300 });
	fc.assert(
		fc.property(bytes, (some) => {
			expect(base64(browserSha256(some))).toBe(base64(sha256(some)));
		}),
	);
});

it.each(['QQ', 'QQ=', 'QR==', 'QQ==\n', ' QQ==', 'Q-==', 'Q'])('%j is not base64', (text) =>
	expect(fromBase64(text)).toBeNull(),
);

it.each(['', '01', '-1', '1.0', '1e3', ' 1', '9007199254740992', '١'])('%j is not a decimal', (text) =>
	expect(fromDecimal(text)).toBeNull(),
);
