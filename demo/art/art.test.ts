import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { castArtists, castGroups } from '../casting.ts';
import { artists } from '../content/artists.ts';
import { bannersOf, rewards } from '../content/banners.ts';
import { smallBanner, tallPoster, wideBanner, widePoster } from './banner.ts';
import { cover, sceneNames } from './covers.ts';
import { oklch, toOklch } from './color.ts';
import { gemCluster } from './gems.ts';
import { portrait } from './portrait.ts';
import { randomFrom } from './random.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const sizeOf = async (svg: string) => {
	const { width, height } = await sharp(Buffer.from(svg)).metadata();
	return [width, height];
};

describe('a portrait', () => {
	it('is the same whenever it is drawn from the same seed', () => {
		const draw = () => castArtists(1, randomFrom('looks')).map((look) => portrait(look));
		expect(draw()).toEqual(draw());
	});

	it('looks like nobody else: no two artists share both motif and hair', () => {
		for (const seed of [1, 2, 3]) {
			const looks = castArtists(seed, randomFrom(`looks ${seed}`));
			const kinds = new Set(looks.map(({ motif, singers }) => `${motif} ${singers[0]?.hair}`));
			expect(kinds.size).toBe(artists.length);
		}
	});

	it('is drawn for solo artists and groups alike', async () => {
		const random = randomFrom('both');
		for (const look of [castArtists(1, random)[0], ...castGroups(1, random)]) {
			if (!look) throw new Error('nobody was cast');
			expect(await sizeOf(portrait(look))).toEqual([640, 640]);
		}
	});
});

describe('covers and banners', () => {
	it.each(sceneNames)('show the scene %s in any proportion', async (scene) => {
		const order = { seed: 'x', scene, hues: [12, 290, 190] as [number, number, number] };
		expect(await sizeOf(cover(order))).toEqual([960, 540]);
		expect(await sizeOf(cover({ ...order, width: 300, height: 300 }))).toEqual([300, 300]);
	});

	it('have an outline for every letter of every text, in every month', async () => {
		for (const banner of MONTHS.flatMap(bannersOf)) {
			expect(await sizeOf(wideBanner({ ...banner, seed: 'b' }))).toEqual([1280, 459]);
			expect(await sizeOf(smallBanner({ ...banner, seed: 'b' }))).toEqual([960, 599]);
		}
		expect(await sizeOf(widePoster({ ...rewards, seed: 'p' }))).toEqual([1280, 720]);
		expect(await sizeOf(tallPoster({ ...rewards, seed: 'p' }))).toEqual([960, 1280]);
	});

	it('refuse a text with a letter that cannot be drawn', () => {
		const banner = {
			seed: 'b',
			scene: 'moon' as const,
			hues: [1, 2, 3] as [number, number, number],
			subtitle: 'Light.',
		};
		expect(() => wideBanner({ ...banner, lines: ['빛'] })).toThrow('no outline for "빛"');
	});

	it('show more gems for a higher price', () => {
		const gems = [0, 1, 2, 3, 4, 5].map((tier) => gemCluster(tier).split('<g ').length - 1);
		expect(gems).toEqual([1, 3, 5, 7, 9, 12]);
	});
});

describe('color', () => {
	it.each(['#FF5F7E', '#2FD3C2', '#0A0B14', '#FFFFFF'])('%s is the same after a turn through OKLCH', (hex) => {
		const { lightness, chroma, hue } = toOklch(hex);
		expect(oklch(lightness, chroma, hue).toUpperCase()).toBe(hex);
	});

	it('gives up chroma, not lightness, when a color cannot be shown', () => {
		expect(toOklch(oklch(0.9, 0.4, 260)).lightness).toBeCloseTo(0.9, 1);
	});
});
