/** Draws the pictures beside the sign-in form. Run by hand: the result is committed. */
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { loginArt } from '../../demo/art/banner.ts';

const output = resolve(import.meta.dirname, '../../web/features/sign-in');
const BYTES_MAX = 70_000;
/** OKLCH hues of the light, its companion and the dark. */
const hues: [number, number, number] = [12, 290, 190];
/** The beams' blur fades towards the edge of the drawing; what fades is cut off. */
const EDGE = 28;

for (const shape of ['tall', 'wide'] as const) {
	const drawing = Buffer.from(loginArt(shape, hues));
	const { width, height } = await sharp(drawing).metadata();
	const { size } = await sharp(drawing)
		.extract({ left: EDGE, top: EDGE, width: width - 2 * EDGE, height: height - EDGE })
		.webp({ quality: 78, effort: 6 })
		.toFile(join(output, `login-${shape}.webp`));
	if (size > BYTES_MAX) throw new Error(`login-${shape}.webp has ${size} bytes, ${BYTES_MAX} are allowed`);
	process.stdout.write(`login-${shape}.webp ${size} bytes\n`);
}
