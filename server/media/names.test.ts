import { describe, expect, it } from 'vitest';
import { isMediaId, mediaUrl, nearestFile, readFileName, widthsFor } from './names.ts';

describe('the address of a picture', () => {
	it('names the picture and the width', () => {
		expect(mediaUrl('a'.repeat(32), 640)).toBe(`/media/${'a'.repeat(32)}/640.webp`);
	});

	it('is nothing where there is no picture', () => {
		expect(mediaUrl(null, 640)).toBeNull();
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

describe('the stored widths', () => {
	it('never go beyond the source but hold it whole', () => {
		expect(widthsFor(50)).toEqual([96]);
		expect(widthsFor(640)).toEqual([96, 320, 640]);
		expect(widthsFor(960)).toEqual([96, 320, 640, 1280]);
		expect(widthsFor(5000)).toEqual([96, 320, 640, 1280]);
	});

	it('answer a width that is not stored by the next wider, else by the widest', () => {
		const stored = [{ width: 96, format: 'webp' } as const, { width: 640, format: 'webp' } as const];
		expect(nearestFile({ width: 320, format: 'webp' }, stored)).toEqual({ width: 640, format: 'webp' });
		expect(nearestFile({ width: 1280, format: 'webp' }, stored)).toEqual({ width: 640, format: 'webp' });
		expect(nearestFile({ width: 96, format: 'avif' }, stored)).toEqual({ width: 96, format: 'webp' });
		expect(nearestFile({ width: 96, format: 'avif' }, [])).toBeNull();
	});
});
