/** Draws the picture of some facts as PNG. Takumi and sharp work in threads of their own, so that votes never wait. */
import { namesIn } from '#contract/values/artist-names.ts';
import sharp from 'sharp';
import { fileName, type MediaFile, nearestFile } from '#server/media/names.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Facts, Singer, Fandom } from '../facts.ts';
import type { Language } from '#contract/values/languages.ts';
import { openFonts, type Fonts } from './fonts.ts';
import { HALL } from './frame.ts';
import { layOutArticle, layOutArtist, layOutChart, layOutSite } from './layouts.ts';
import { openSheet, type Sheet, SIZE } from './sheet.ts';
import { openRenderer, type Node } from './takumi.ts';

export type Draw = (facts: Facts, language: Language) => Promise<Buffer>;

/** A change of the drawing: part of every version, so that immutable addresses stay true. */
export const DRAWING = 3;

/** Portraits are square, covers wider. */
const PICTURE_PX = 640;

export function openDrawing(media: MediaStore): Draw {
	let opened: ReturnType<typeof openTools> | undefined;
	return async (given, language) => {
		opened ??= openTools();
		const { renderer, fonts } = opened;
		const sheet = openSheet(language);
		const pictures = await readPictures(media, given);
		const node = layOut(await drawable(given, { fonts, language, pictures }), sheet);
		for (const { node: text, language: lang, face } of sheet.written)
			text.text = await fonts.prepare(text.text ?? '', lang, face);
		const hall = Buffer.from(drawHall(given.fandoms));
		const images = [{ src: HALL, data: hall }, ...[...pictures].map(([src, data]) => ({ src, data }))];
		const pixels = await renderer.render(node, { ...SIZE, images, format: 'raw', lang: language });
		// A palette makes the file a third as large, which chat apps on slow networks show sooner.
		return sharp(pixels, { raw: { ...SIZE, channels: 4 } })
			.removeAlpha()
			.png({ palette: true, quality: 90, effort: 3, dither: 1 })
			.toBuffer();
	};
}

function layOut(facts: Facts, sheet: Sheet): Node {
	if (facts.kind === 'chart') return layOutChart(facts, sheet);
	if (facts.kind === 'news') return layOutArticle(facts, sheet);
	return facts.kind === 'site' ? layOutSite(facts, sheet) : layOutArtist(facts, sheet);
}

interface Means {
	fonts: Fonts;
	language: string;
	pictures: ReadonlyMap<string, Buffer>;
}

/** Leaves out pictures that are not there. An artist whose name is in a script that no font has is called by the other name. */
async function drawable(facts: Facts, { fonts, language, pictures }: Means): Promise<Facts> {
	const found = (address: string | null) => (pictures.has(address ?? '') ? address : null);
	const rename = async <One extends Singer>(singer: One): Promise<One> => {
		const names = { en_name: singer.name, native_name: singer.nativeName, native_lang: singer.nativeLang };
		const [first, second] = namesIn(language, names);
		const name = await fonts.prepare(first.text, first.lang ?? 'en', 'display');
		const other = await fonts.prepare(second?.text ?? '', second?.lang ?? 'en', 'text');
		const nativeName = other === '' || name === '' ? null : other;
		return { ...singer, name: name === '' ? other : name, nativeName, portrait: found(singer.portrait) };
	};
	if (facts.kind === 'chart') return { ...facts, leaders: await Promise.all(facts.leaders.map(rename)) };
	if (facts.kind === 'news') return { ...facts, cover: found(facts.cover) };
	if (facts.kind === 'site') return facts;
	return { ...facts, singer: await rename(facts.singer) };
}

/** Loaded with the first picture: a process that draws none needs neither the library nor the fonts. */
function openTools() {
	const renderer = openRenderer();
	return { renderer, fonts: openFonts(renderer) };
}

/** A picture that the store lacks or cannot give now, or that is damaged, is left out. */
async function readPictures(media: MediaStore, facts: Facts): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	for (const address of addressesIn(facts)) {
		const picture = await readPicture(media, address).catch(() => null);
		if (picture) found.set(address, picture);
	}
	return found;
}

function addressesIn(facts: Facts): string[] {
	const addresses =
		facts.kind === 'chart'
			? facts.leaders.map(({ portrait }) => portrait)
			: [facts.kind === 'news' ? facts.cover : facts.kind === 'site' ? null : facts.singer.portrait];
	return addresses.filter((address) => address !== null);
}

async function readPicture(media: MediaStore, address: string): Promise<Buffer | null> {
	const [, , id = '', name = ''] = address.split('/');
	const wanted: MediaFile = { width: name === fileName({ width: 1280, format: 'webp' }) ? 1280 : 640, format: 'webp' };
	const exact = await media.read(id, wanted);
	const nearest = exact ? null : nearestFile(wanted, await media.list(id));
	const bytes = exact ?? (nearest && (await media.read(id, nearest)));
	if (!bytes) return null;
	return sharp(bytes)
		.resize({ width: PICTURE_PX * 2, height: PICTURE_PX * 4, fit: 'inside', withoutEnlargement: true })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

const WIDTH = 1200;
const HEIGHT = 230;
const ROWS = 13;
/** Seats of nobody's color: warm white, as the site's own. */
const WHITE = '#fff4e4';

/** Fandoms with a block of their own. All others stand mixed, at the end. */
const OWN_BLOCKS = 6;

/** Draws the hall of a chart as SVG: one lightstick per seat, and one block of color per fandom. */
interface Block {
	share: number;
	colors: (string | null)[];
}

/** The leader stands in the middle, and the others to both sides in turns, as in the hall of the site. */
function drawHall(fandoms: readonly Fandom[]): string {
	const blocks = blocksOf(fandoms);
	const total = blocks.reduce((sum, { share }) => sum + share, 0);
	const random = sequence();
	const sticks: string[] = [];
	for (let row = 0; row < ROWS; row++) {
		const depth = row / (ROWS - 1);
		const spacing = 11 + depth * 16;
		for (let x = random() * spacing; x < WIDTH; x += spacing * (0.75 + random() * 0.5)) {
			const color = colorAt(blocks, (x / WIDTH + (random() - 0.5) * 0.03) * total, random());
			sticks.push(stick(color, x, HEIGHT * (0.08 + depth ** 1.4 * 0.86), depth, random));
		}
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${sticks.join('')}</svg>`;
}

function blocksOf(fandoms: readonly Fandom[]): Block[] {
	const seated: Block[] = [];
	fandoms.slice(0, OWN_BLOCKS).forEach(({ color, share }, place) => {
		const block = { share, colors: [color] };
		if (place % 2 === 0) seated.push(block);
		else seated.unshift(block);
	});
	const rest = Math.max(1, 1_000 - seated.reduce((sum, { share }) => sum + share, 0));
	const colors = fandoms.slice(OWN_BLOCKS).map(({ color }) => color);
	return [...seated, { share: rest, colors: colors.length > 0 ? colors : [null] }];
}

function stick(color: string, x: number, y: number, depth: number, random: () => number): string {
	const radius = (1.4 + depth * 4) * (0.65 + random() * 0.5);
	const opacity = (0.5 + random() * 0.5) * (0.35 + 0.6 * depth);
	const at = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" fill="${color}"`;
	const halo = depth > 0.4 ? `<circle ${at} r="${(radius * 2.6).toFixed(1)}" fill-opacity=".12"/>` : '';
	return `${halo}<circle ${at} r="${radius.toFixed(1)}" fill-opacity="${opacity.toFixed(2)}"/>`;
}

function colorAt(blocks: readonly Block[], place: number, chance: number): string {
	let from = 0;
	const block = blocks.find(({ share }) => place < (from += share)) ?? blocks.at(-1);
	return block?.colors[Math.floor(chance * block.colors.length)] ?? WHITE;
}

/** The same numbers 0..1 each time (mulberry32): equal facts give equal pictures. */
function sequence(): () => number {
	let state = 20_261_122;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
