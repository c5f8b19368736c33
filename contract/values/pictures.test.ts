import { expect, it } from 'vitest';
import { srcSetOf } from './pictures.ts';

const folder = `/media/${'0a'.repeat(16)}`;

it('offers every stored width up to the one that the server names', () => {
	expect(srcSetOf(`${folder}/640.webp`, 'avif')).toBe(
		`${folder}/96.avif 96w, ${folder}/320.avif 320w, ${folder}/640.avif 640w`,
	);
	expect(srcSetOf(`${folder}/96.webp`, 'webp')).toBe(`${folder}/96.webp 96w`);
});

it.each([null, '', '/logo.webp', `${folder}/640.png`, `https://elsewhere.example${folder}/640.webp`])(
	'offers nothing for %j, which exists in one size',
	(url) => expect(srcSetOf(url, 'avif')).toBeUndefined(),
);
