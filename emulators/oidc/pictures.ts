/** Draws profile pictures: two discs on a colored background, always the same for the same person. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

const SIZE_PIXELS = 320;

export async function drawPicture(subject: string): Promise<Buffer> {
	return sharp(Buffer.from(picture(subject)))
		.png()
		.toBuffer();
}

function picture(subject: string): string {
	const [hue = 0, turn = 0, x = 0, y = 0] = createHash('sha256').update(subject).digest();
	const ground = `hsl(${hue * 1.41}, 62%, 38%)`;
	const disc = `hsl(${hue * 1.41 + 40 + turn / 4}, 78%, 62%)`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PIXELS}" height="${SIZE_PIXELS}" viewBox="0 0 100 100">
		<rect width="100" height="100" fill="${ground}"/>
		<circle cx="${20 + x / 4.25}" cy="${20 + y / 4.25}" r="34" fill="${disc}" opacity="0.85"/>
		<circle cx="50" cy="52" r="20" fill="#fff" opacity="0.9"/>
	</svg>`;
}
