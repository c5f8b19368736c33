import { expect, it } from 'vitest';
import { srcSetOf } from './pictures.ts';

const folder = `/media/${'0a'.repeat(16)}`;

it.each([
	// Places of some pixels: what a screen of triple density shows.
	[640, '32px', ['96']],
	[640, '33px', ['96', '320']],
	[640, '120px', ['96', '320', '640']],
	[320, '400px', ['96', '320']],
	// Places of a part of the window.
	[1280, '20rem', ['320', '640', '1280']],
	[640, '(max-width: 768px) 32px, 10rem', ['320', '640']],
	[96, '20rem', ['96']],
])('offers of %d stored pixels for a place of %s: %j', (widest, sizes, widths) => {
	expect(srcSetOf(`${folder}/${widest}.webp`, 'avif', sizes)).toBe(
		widths.map((width) => `${folder}/${width}.avif ${width}w`).join(', '),
	);
});

it.each([null, '', '/logo.webp', `${folder}/640.png`, `https://elsewhere.example${folder}/640.webp`])(
	'offers nothing for %j, which exists in one size',
	(url) => expect(srcSetOf(url, 'avif', '32px')).toBeUndefined(),
);
