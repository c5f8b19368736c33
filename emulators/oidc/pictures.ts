/** Draws profile pictures: a lit lightstick before a bright gradient, always the same for the same person. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

const SIZE_PIXELS = 320;

export async function drawPicture(subject: string): Promise<Buffer> {
	return sharp(Buffer.from(picture(subject)))
		.png()
		.toBuffer();
}

function picture(subject: string): string {
	const [first = 0, second = 0, lean = 0] = createHash('sha256').update(subject).digest();
	const hue = Math.round(first * 1.41);
	const turn = 50 + Math.round(second / 4);
	const stops = [0, 0.6, 1].map((at, place) => {
		return `<stop offset="${at}" stop-color="hsl(${(hue + place * turn) % 360}, 92%, ${76 - place * 4}%)"/>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PIXELS}" height="${SIZE_PIXELS}" viewBox="0 0 100 100">
		<defs><linearGradient id="sky" x2="1" y2="1">${stops.join('')}</linearGradient></defs>
		<rect width="100" height="100" fill="url(#sky)"/>
		<g transform="rotate(${(lean % 41) - 20} 50 50)" fill="#fff">
			<circle cx="50" cy="38" r="24" opacity="0.35"/>
			<circle cx="50" cy="38" r="15"/>
			<rect x="46" y="56" width="8" height="26" rx="4"/>
		</g>
	</svg>`;
}
