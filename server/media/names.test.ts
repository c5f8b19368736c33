import { describe, expect, it } from 'vitest';
import { isMediaId, mediaUrl, readFileName } from './names.ts';

describe('the address of a picture', () => {
	it('names the picture and the width, and is nothing where there is no picture', () => {
		expect([mediaUrl('a'.repeat(32), 640), mediaUrl(null, 640)]).toEqual([`/media/${'a'.repeat(32)}/640.webp`, null]);
	});

	it.each(['640.png', '641.webp', '0640.webp', '640.webp/..', '../640.webp', '.640.webp', '640', ''])(
		'does not take %j for a file',
		(name) => {
			expect(readFileName(name)).toBeNull();
		},
	);

	it.each(['', '..', '../../etc', 'A'.repeat(32), 'a'.repeat(31), `${'a'.repeat(31)}/`])(
		'does not take %j for an id',
		(id) => {
			expect(isMediaId(id)).toBe(false);
		},
	);
});
