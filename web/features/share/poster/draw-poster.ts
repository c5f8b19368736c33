/** Draws the poster on this device: nothing that is on it leaves the device before the fan shares it. A worker: it takes a while. */
import { encodeQR } from 'qr';
import { fanColors } from '#ui/fan-color.ts';
import { blocksOf, dot, type Fandom, lightsticks, type Stick } from '#ui/ocean/field.ts';

export interface Poster {
	names: readonly string[];
	/** Stands where there is no picture. */
	initial: string;
	color: string | null;
	picture: string | null;
	rank: string | null;
	title: string | null;
	/** "I gave 1,720". Null if the fan does not want to tell. */
	gave: string | null;
	link: string;
	words: { scan: string; light: string; product: string };
	fandoms: readonly Fandom[];
	/** The page's own: a worker has none. */
	faces: Record<'display' | 'text', string>;
	fonts: readonly { family: string; source: string; descriptors: FontFaceDescriptors }[];
}

const WIDTH = 1080;
const HEIGHT = 1920;
const MIDDLE = WIDTH / 2;
const MARGIN = 72;
const NIGHT = '#0a0b14';
const WHITE = '#f5f3fa';
const UNLIT = '#fff4e4';

const { fonts } = globalThis as unknown as { fonts: FontFaceSet };

addEventListener('message', ({ data }: MessageEvent<Poster>) => {
	drawPoster(data).then(postMessage, (error: unknown) => reportError(error));
});

async function drawPoster(poster: Poster): Promise<Blob> {
	const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
	const context = canvas.getContext('2d');
	if (!context) throw new Error('This browser does not draw');
	const { faces } = poster;
	for (const { family, source, descriptors } of poster.fonts) fonts.add(new FontFace(family, source, descriptors));
	const words = [...poster.names, poster.gave, ...Object.values(poster.words)].join(' ');
	const loads = [`800 96px ${faces.display}`, `600 40px ${faces.text}`].map((font) => fonts.load(font, words));
	const [portrait] = await Promise.all([loadPicture(poster.picture), ...loads.map((load) => load.catch(() => null))]);
	const fill = poster.color === null ? UNLIT : fanColors(poster.color).fill;
	context.fillStyle = NIGHT;
	context.fillRect(0, 0, WIDTH, HEIGHT);
	if (portrait) drawPortrait(context, portrait);
	else drawLetter(context, poster.initial, fill, faces.display);
	fade(context, fill);
	context.textAlign = 'center';
	const write = (text: string, line: Line) => writeLine(context, text, line);
	if (poster.rank)
		write(poster.rank, { y: 1010, color: fill, font: (size) => `800 ${size}px ${faces.display}`, sizes: [200] });
	const [first = '', second] = poster.names;
	const below = write(first, {
		y: 1130,
		color: WHITE,
		font: (size) => `800 ${size}px ${faces.display}`,
		sizes: [104, 80, 60, 46],
	});
	const small = (y: number, text: string, color = '#b9bbd0') =>
		write(text, { y, color, font: (size) => `600 ${size}px ${faces.text}`, sizes: [42, 34] });
	let y = below;
	if (second) y = small(y, second);
	if (poster.title) y = small(y, poster.title);
	if (poster.gave)
		write(poster.gave, { y: y + 40, color: fill, font: (size) => `800 ${size}px ${faces.display}`, sizes: [76, 54] });
	drawOcean(context, poster, fill);
	drawCode(context, poster.link);
	small(1880, `${poster.words.scan} · ${poster.words.product}`, WHITE);
	return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

/** Null for an artist without a picture, and for one that does not arrive. */
async function loadPicture(url: string | null): Promise<ImageBitmap | null> {
	if (url === null) return null;
	const read = async () => createImageBitmap(await (await fetch(url.replace(/\d+\.webp$/, '1280.webp'))).blob());
	return read().catch(() => null);
}

function drawPortrait(context: OffscreenCanvasRenderingContext2D, image: ImageBitmap): void {
	const side = Math.min(image.width, image.height);
	const [x, y] = [(image.width - side) / 2, (image.height - side) / 2];
	context.drawImage(image, x, y, side, side, 0, 0, WIDTH, WIDTH);
}

function drawLetter(context: OffscreenCanvasRenderingContext2D, initial: string, fill: string, face: string): void {
	context.fillStyle = fill;
	context.font = `800 560px ${face}`;
	context.textAlign = 'center';
	context.fillText(initial, MIDDLE, 700);
}

/** The color of the fandom over the whole, and the portrait's lower half into the night. */
function fade(context: OffscreenCanvasRenderingContext2D, fill: string): void {
	const light = context.createRadialGradient(MIDDLE, 1200, 100, MIDDLE, 1200, 680);
	light.addColorStop(0, `${fill}40`);
	light.addColorStop(1, `${fill}00`);
	const dark = context.createLinearGradient(0, 520, 0, WIDTH);
	dark.addColorStop(0, `${NIGHT}00`);
	dark.addColorStop(1, NIGHT);
	for (const paint of [dark, light]) {
		context.fillStyle = paint;
		context.fillRect(0, 520, WIDTH, HEIGHT);
	}
}

interface Line {
	y: number;
	color: string;
	font: (size: number) => string;
	sizes: readonly number[];
}

const LINES_MAX = 3;

/** Writes a text in the middle. Returns the base line of what stands below. */
function writeLine(context: OffscreenCanvasRenderingContext2D, text: string, { y, color, font, sizes }: Line): number {
	let lines: string[] = [];
	let size = 0;
	for (const [step, next] of sizes.entries()) {
		size = next;
		context.font = font(size);
		lines = linesOf(context, text);
		if (lines.length <= Math.min(LINES_MAX, step + 1)) break;
	}
	context.fillStyle = color;
	context.direction = /^[^\p{L}]*[\u0590-\u08ff]/u.test(text) ? 'rtl' : 'ltr';
	const shown = lines.slice(0, LINES_MAX);
	shown.forEach((line, index) => context.fillText(line, MIDDLE, y + index * size * 1.15, WIDTH - 2 * MARGIN));
	return y + (shown.length - 1) * size * 1.15 + 62;
}

/** Breaks between words, which scripts without spaces have too. */
function linesOf(context: OffscreenCanvasRenderingContext2D, text: string): string[] {
	const lines = [''];
	for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
		const longer = `${lines.at(-1) ?? ''}${segment}`;
		if (context.measureText(longer.trim()).width <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer;
		else lines.push(segment);
	}
	return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const CODE = { side: 260, top: 1570 };
const OCEAN = { top: 1430, scale: 1.6 };

function drawOcean(
	context: OffscreenCanvasRenderingContext2D,
	{ fandoms, link, color, words, faces }: Poster,
	fill: string,
) {
	const size = { width: WIDTH / OCEAN.scale, height: (HEIGHT - OCEAN.top) / OCEAN.scale, rows: 15 };
	const sticks = lightsticks(blocksOf(fandoms), link, size).map((stick) => ({
		...stick,
		x: stick.x * OCEAN.scale,
		y: OCEAN.top + stick.y * OCEAN.scale,
	}));
	for (const stick of sticks) {
		context.globalAlpha = stick.opacity * 0.8;
		context.fillStyle = stick.color === null ? UNLIT : fanColors(stick.color).fill;
		dot(context, stick.x, stick.y, stick.radius * OCEAN.scale);
	}
	context.globalAlpha = 1;
	const own = ownOf(sticks, color);
	if (!own) return;
	context.fillStyle = fill;
	context.shadowColor = fill;
	context.shadowBlur = 40;
	dot(context, own.x, own.y, 15);
	context.shadowBlur = 0;
	context.strokeStyle = WHITE;
	context.lineWidth = 4;
	context.beginPath();
	context.arc(own.x, own.y, 24, 0, Math.PI * 2);
	context.stroke();
	context.fillStyle = WHITE;
	context.font = `700 30px ${faces.text}`;
	context.fillText(words.light, own.x, own.y - 42, 260);
}

/** A light of the fan's own fandom beside the code, else any light there. */
function ownOf(sticks: readonly Stick[], color: string | null): Stick | undefined {
	const seen = sticks.filter(
		({ x, y, near }) =>
			near && x > 150 && x < WIDTH - 150 && Math.abs(x - MIDDLE) > CODE.side * 0.9 && y < HEIGHT - 150,
	);
	return seen.find((stick) => stick.color === color) ?? seen[0];
}

/** Dark on white, with the quiet zone that scanners need. */
function drawCode(context: OffscreenCanvasRenderingContext2D, link: string): void {
	const modules = encodeQR(link, 'raw', { ecc: 'medium', border: 2 });
	const unit = CODE.side / modules.length;
	const left = MIDDLE - CODE.side / 2;
	context.fillStyle = '#fff';
	context.fillRect(left, CODE.top, CODE.side, CODE.side);
	context.fillStyle = NIGHT;
	modules.forEach((row, y) =>
		row.forEach((isDark, x) => {
			if (isDark) context.fillRect(left + x * unit, CODE.top + y * unit, unit + 0.5, unit + 0.5);
		}),
	);
}
