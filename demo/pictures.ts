/** Every picture and film of the demo world: what is drawn, and drawing all of it on as many cores as there are. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { storeClip } from '#server/media/clips.ts';
import { storeImage, type StoredImage } from '#server/media/media.ts';
import type { MediaWidth } from '#server/media/names.ts';
import type { MediaStore } from '#server/media/store.ts';
import { loginArt, smallBanner, tallPoster, wideBanner, widePoster } from './art/banner.ts';
import { toOklch } from './art/color.ts';
import { cover, sceneNames, type Hues } from './art/covers.ts';
import { gemCluster } from './art/gems.ts';
import { portrait } from './art/portrait.ts';
import { randomFrom } from './art/random.ts';
import { castArtists, castGroups } from './casting.ts';
import { articles, type DemoArticle } from './content/articles.ts';
import { artists } from './content/artists.ts';
import { bannersOf, rewards } from './content/banners.ts';
import { groups } from './content/groups.ts';
import { goods } from './content/shop.ts';
import { songs } from './content/songs.ts';
import { clips, videos } from './content/videos.ts';

/** Stored pictures by what they show: `artist Sol Maeng`, `song Low Tide`, `banner 1 wide`. */
export type Pictures = Map<string, StoredImage>;

interface Drawing {
	name: string;
	svg: () => string;
	widths: MediaWidth[];
}

export async function drawPictures(store: MediaStore, seed: number, monthName: string): Promise<Pictures> {
	const waiting = drawings(seed, monthName).values();
	const pictures: Pictures = new Map();
	// A drawing keeps one core busy; one more waits, so that no core ever does.
	const hands = Array.from({ length: availableParallelism() + 1 }, async () => {
		for (const { name, svg, widths } of waiting) {
			const bytes = Buffer.from(svg());
			pictures.set(name, await storeImage(store, bytes, { formats: ['webp'], widths, ownDrawing: true }));
		}
	});
	await Promise.all(hands);
	for (const name of clips) {
		const mediaId = await storeClip(store, await readFile(join(import.meta.dirname, 'clips', `${name}.webm`)));
		pictures.set(`clip ${name}`, { mediaId, width: 640, height: 360 });
	}
	return pictures;
}

/** @throws {Error} where nobody has drawn it */
export function pictureOf(pictures: Pictures, name: string): string {
	const picture = pictures.get(name);
	if (!picture) throw new Error(`there is no picture of ${name}`);
	return picture.mediaId;
}

const ROUND: MediaWidth[] = [96, 320, 640];
const WIDE: MediaWidth[] = [320, 640, 1280];

function drawings(seed: number, monthName: string): Drawing[] {
	const random = randomFrom(`looks ${seed}`);
	const faces = castArtists(seed, random).map((look, index) => ({ name: `artist ${artists[index]?.enName}`, look }));
	const crews = castGroups(seed, random).map((look, index) => ({ name: `artist ${groups[index]?.enName}`, look }));
	return [
		...[...faces, ...crews].map(({ name, look }) => ({ name, svg: () => portrait(look), widths: ROUND })),
		...songCovers(seed),
		...rankingCovers(seed),
		...newsCovers(seed),
		...banners(seed, monthName),
		...goods.map((_, tier) => ({ name: `goods ${tier}`, svg: () => gemCluster(tier), widths: WIDE })),
	];
}

function songCovers(seed: number): Drawing[] {
	return songs.map(({ title, performer }, index) => ({
		name: `song ${title}`,
		svg: () => {
			const scene = sceneNames[(index * 4 + Math.floor(index / 9)) % sceneNames.length] ?? 'moon';
			return cover({ seed: `${seed} ${title}`, scene, hues: huesAbout(performer), width: 640, height: 640 });
		},
		widths: ROUND,
	}));
}

function rankingCovers(seed: number): Drawing[] {
	const leader: Hues = [toOklch(artists[0]?.fanColor ?? '#FFFFFF').hue, 290, 190];
	return [
		{
			name: 'ranking monthly',
			svg: () => large({ seed: `${seed} monthly`, scene: 'ocean', hues: leader }),
			widths: WIDE,
		},
		{
			name: 'ranking birthday',
			svg: () => large({ seed: `${seed} birthday`, scene: 'moon', hues: [200, 260, 300] }),
			widths: WIDE,
		},
		{
			name: 'ranking theme',
			svg: () => large({ seed: `${seed} theme`, scene: 'trail', hues: [190, 300, 330] }),
			widths: WIDE,
		},
		{ name: 'login tall', svg: () => loginArt('tall', leader), widths: WIDE },
		{ name: 'login wide', svg: () => loginArt('wide', leader), widths: WIDE },
	];
}

const large = (order: Parameters<typeof cover>[0]) => cover({ ...order, width: 1280, height: 720 });

/** 16:10, in the color of whom the story is about. */
function newsCovers(seed: number): Drawing[] {
	const draw = ({ title, about, scene }: DemoArticle) => ({
		name: `news ${title}`,
		svg: () => cover({ seed: `${seed} ${title}`, scene, hues: huesAbout(about ?? title), width: 960, height: 600 }),
		widths: WIDE,
	});
	return [...articles, ...videos].map(draw);
}

function banners(seed: number, monthName: string): Drawing[] {
	const pairs = bannersOf(monthName).flatMap(({ scene, hues, lines, subtitle }, index) => {
		const banner = { seed: `${seed} banner ${index}`, scene, hues, lines, subtitle };
		return [
			{ name: `banner ${index} wide`, svg: () => wideBanner(banner), widths: WIDE },
			{ name: `banner ${index} small`, svg: () => smallBanner(banner), widths: WIDE },
		];
	});
	const poster = { ...rewards, seed: `${seed} rewards` };
	return [
		...pairs,
		{ name: 'rewards wide', svg: () => widePoster(poster), widths: WIDE },
		{ name: 'rewards tall', svg: () => tallPoster(poster), widths: WIDE },
	];
}

/** The artist's or group's own hue with two companions; any other subject gets hues of its own. */
function huesAbout(subject: string): Hues {
	const known = [...artists, ...groups].find(({ enName }) => enName === subject);
	const random = randomFrom(`hues ${subject}`);
	const light = known ? toOklch(known.fanColor).hue : random.whole(0, 359);
	const turn = random.pick([-70, -50, 50, 70, 120]);
	return [light, (light + turn + 360) % 360, (light - turn / 2 + 360) % 360];
}
