/** Draws the picture of some facts as PNG. Takumi and sharp work in threads of their own, so that votes never wait. */
import sharp from 'sharp';
import { fileName, type MediaFile, nearestFile } from '#server/media/names.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Facts } from '../facts.ts';
import type { Language } from '#contract/values/languages.ts';
import { openFonts, type Fonts } from './fonts.ts';
import { HALL } from './frame.ts';
import { drawHall } from './hall.ts';
import { layOutArticle, layOutArtist, layOutChart, layOutSite } from './layouts.ts';
import { openSheet, type Pictures, type Sheet, SIZE } from './sheet.ts';
import { openRenderer, type Node, type Renderer } from './takumi.ts';

export type Draw = (facts: Facts, language: Language) => Promise<Buffer>;

/** A change of the drawing: part of every version, so that immutable addresses stay true. */
export const DRAWING = 1;

/** Portraits are square, covers wider. */
const PICTURE_PX = 640;

export function openDrawing(media: MediaStore): Draw {
	let opened: Tools | undefined;
	return async (facts, language) => {
		opened ??= openTools();
		const { renderer, fonts } = opened;
		const sheet = openSheet(language);
		const pictures = await readPictures(media, facts);
		const node = layOut(facts, sheet, new Map([...pictures.keys()].map((address) => [address, address])));
		for (const { text, language: lang, face } of sheet.written) await fonts.prepare(text, lang, face);
		const hall = Buffer.from(drawHall(facts.fandoms));
		const images = [{ src: HALL, data: hall }, ...[...pictures].map(([src, data]) => ({ src, data }))];
		const pixels = await renderer.render(node, { ...SIZE, images, format: 'raw', lang: language });
		// A palette makes the file a third as large, which chat apps on slow networks show sooner.
		return sharp(pixels, { raw: { ...SIZE, channels: 4 } })
			.removeAlpha()
			.png({ palette: true, quality: 90, effort: 3, dither: 1 })
			.toBuffer();
	};
}

function layOut(facts: Facts, sheet: Sheet, pictures: Pictures): Node {
	if (facts.kind === 'chart') return layOutChart(facts, sheet, pictures);
	if (facts.kind === 'news') return layOutArticle(facts, sheet, pictures);
	return facts.kind === 'site' ? layOutSite(facts, sheet) : layOutArtist(facts, sheet, pictures);
}

interface Tools {
	renderer: Renderer;
	fonts: Fonts;
}

/** Loaded with the first picture: a process that draws none needs neither the library nor the fonts. */
function openTools(): Tools {
	const renderer = openRenderer();
	return { renderer, fonts: openFonts(renderer) };
}

/** A picture that the store lacks, or cannot give now, is left out. */
async function readPictures(media: MediaStore, facts: Facts): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	for (const address of addressesIn(facts)) {
		const bytes = await readPicture(media, address).catch(() => null);
		if (bytes)
			found.set(
				address,
				await sharp(bytes)
					.resize({ width: PICTURE_PX * 2, withoutEnlargement: true })
					.png({ compressionLevel: 1 })
					.toBuffer(),
			);
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
	if (exact) return exact;
	const nearest = nearestFile(wanted, await media.list(id));
	return nearest && media.read(id, nearest);
}
