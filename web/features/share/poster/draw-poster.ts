/** Draws the poster on this device: nothing that is on it leaves the device before the fan shares it. */
import { encodeQR } from 'qr';
import { fanColors } from '#ui/fan-color.ts';
import { initialOf } from '../../../lib/artist-names.ts';
import { blocksOf, dot, type Fandom, lightsticks, type Stick } from '#ui/ocean/field.ts';

export interface Poster {
	names: readonly string[];
	color: string | null;
	picture: string | null;
	rank: string | null;
	title: string | null;
	/** "I gave 1,720". Null if the fan does not want to tell. */
	gave: string | null;
	link: string;
	words: { scan: string; light: string; product: string };
	fandoms: readonly Fandom[];
}

const WIDTH = 1080;
const HEIGHT = 1920;
const MIDDLE = WIDTH / 2;
const MARGIN = 72;
const NIGHT = '#0a0b14';
const WHITE = '#f5f3fa';
const UNLIT = '#fff4e4';

export async function drawPoster(poster: Poster): Promise<Blob> {
	const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
	const context = canvas.getContext('2d', { willReadFrequently: true });
	if (!context) throw new Error('This browser does not draw');
	const faces = { display: faceOf('--face-display'), text: faceOf('--face-text') };
	const words = [...poster.names, poster.gave, ...Object.values(poster.words)].join(' ');
	const loads = [`800 96px ${faces.display}`, `600 40px ${faces.text}`].map((font) => document.fonts.load(font, words));
	const [portrait] = await Promise.all([loadPicture(poster.picture), ...loads.map((load) => load.catch(() => null))]);
	const fill = poster.color === null ? UNLIT : fanColors(poster.color).fill;
	context.fillStyle = NIGHT;
	context.fillRect(0, 0, WIDTH, HEIGHT);
	if (portrait) drawPortrait(context, portrait);
	else drawLetter(context, poster.names[0] ?? '', fill, faces.display);
	await nextTurn(context);
	fade(context, fill);
	await nextTurn(context);
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
	await nextTurn(context);
	await drawOcean(context, poster, fill);
	drawCode(context, poster.link);
	small(1880, `${poster.words.scan} · ${poster.words.product}`, WHITE);
	await nextTurn(context);
	return new Promise((resolve, reject) => {
		const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The canvas gives no file')));
		canvas.toBlob(done, 'image/jpeg', 0.92);
	});
}

/** In one task the drawing would hold the page up. Reading a pixel makes the browser draw now what it was told so far. */
function nextTurn(context: CanvasRenderingContext2D): Promise<void> {
	context.getImageData(0, 0, 1, 1);
	return new Promise((resolve) => setTimeout(resolve));
}

const faceOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Null for an artist without a picture, and for one that does not arrive. */
async function loadPicture(url: string | null): Promise<HTMLImageElement | null> {
	if (url === null) return null;
	const image = new Image();
	image.src = url.replace(/\d+\.webp$/, '1280.webp');
	return image.decode().then(
		() => image,
		() => null,
	);
}

function drawPortrait(context: CanvasRenderingContext2D, image: HTMLImageElement): void {
	const side = Math.min(image.naturalWidth, image.naturalHeight);
	const [x, y] = [(image.naturalWidth - side) / 2, (image.naturalHeight - side) / 2];
	context.drawImage(image, x, y, side, side, 0, 0, WIDTH, WIDTH);
}

function drawLetter(context: CanvasRenderingContext2D, name: string, fill: string, face: string): void {
	context.fillStyle = fill;
	context.font = `800 560px ${face}`;
	context.textAlign = 'center';
	context.fillText(initialOf(name), MIDDLE, 700);
}

/** The color of the fandom over the whole, and the portrait's lower half into the night. */
function fade(context: CanvasRenderingContext2D, fill: string): void {
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
function writeLine(context: CanvasRenderingContext2D, text: string, { y, color, font, sizes }: Line): number {
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
function linesOf(context: CanvasRenderingContext2D, text: string): string[] {
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

const DOTS_A_TURN = 150;

async function drawOcean(context: CanvasRenderingContext2D, { fandoms, link, color, words }: Poster, fill: string) {
	const size = { width: WIDTH / OCEAN.scale, height: (HEIGHT - OCEAN.top) / OCEAN.scale, rows: 15 };
	const sticks = lightsticks(blocksOf(fandoms), link, size).map((stick) => ({
		...stick,
		x: stick.x * OCEAN.scale,
		y: OCEAN.top + stick.y * OCEAN.scale,
	}));
	for (const [index, stick] of sticks.entries()) {
		if (index % DOTS_A_TURN === 0) await nextTurn(context);
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
	context.font = `700 30px ${faceOf('--face-text')}`;
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
function drawCode(context: CanvasRenderingContext2D, link: string): void {
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
