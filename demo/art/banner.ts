/** Banners of the home page, and the poster of the rank rewards: cover art with its text drawn in. */
import { cover, type Hues, type SceneName } from './covers.ts';
import { lettering, widthOf } from './lettering.ts';
import { repeat } from './svg.ts';

export interface Banner {
	seed: string;
	scene: SceneName;
	hues: Hues;
	/** Two short lines. */
	lines: string[];
	/** One small line below them. */
	subtitle: string;
}

/** For desktops: 1200 to 430. */
export function wideBanner({ seed, scene, hues, lines, subtitle }: Banner): string {
	const title = lettering({ lines, x: 60, y: 368, size: 60 });
	const below = lettering({ lines: [subtitle], x: 62, y: 412, size: 22, color: SUBTITLE });
	const text = `${shade(1280, 459)}${title}${below}`;
	return cover({ seed, scene, hues, width: 1280, height: 459, horizon: 0.5, focus: 0.64 }, text);
}

/** For phones: 343 to 214. */
export function smallBanner({ seed, scene, hues, lines, subtitle }: Banner): string {
	const size = Math.min(78, ...lines.map((line) => (78 * 830) / widthOf(line, 78)));
	const small = Math.min(36, (36 * 830) / widthOf(subtitle, 36));
	const title = lettering({ lines, x: 56, y: 476, size });
	const below = lettering({ lines: [subtitle], x: 58, y: 540, size: small, color: SUBTITLE });
	const text = `${shade(960, 599)}${title}${below}`;
	return cover({ seed, scene, hues, width: 960, height: 599, horizon: 0.46, focus: 0.66 }, text);
}

const SUBTITLE = '#E7E6F2';

export interface Poster {
	seed: string;
	hues: Hues;
	title: string;
	/** What the first three win, a few words each. */
	rewards: [string[], string[], string[]];
}

const MEDALS = ['#FFD166', '#D3DBEA', '#F0A56E'];

/** The reward poster, for desktops (16:9). */
export function widePoster({ seed, hues, title, rewards }: Poster): string {
	const column = (i: number) => 60 + i * 398;
	const panels = repeat(3, (i) => {
		const lines = rewards[i] ?? [];
		return (
			`<rect x="${column(i)}" y="300" width="364" height="348" rx="28" fill="#0A0B14" fill-opacity=".72"/>` +
			lettering({ lines: [String(i + 1)], x: column(i) + 32, y: 440, size: 132, color: MEDALS[i] ?? '#fff' }) +
			lettering({ lines, x: column(i) + 34, y: 530 + (lines.length - 1) * 34, size: 32 })
		);
	});
	const text = `${lettering({ lines: [title], x: 60, y: 210, size: 92 })}${panels}`;
	return cover({ seed, scene: 'ocean', hues, width: 1280, height: 720, horizon: 0.44 }, text);
}

/** The reward poster, for phones (3:4). */
export function tallPoster({ seed, hues, title, rewards }: Poster): string {
	const row = (i: number) => 330 + i * 300;
	const panels = repeat(3, (i) => {
		const lines = rewards[i] ?? [];
		return (
			`<rect x="48" y="${row(i)}" width="864" height="268" rx="36" fill="#0A0B14" fill-opacity=".72"/>` +
			lettering({ lines: [String(i + 1)], x: 92, y: row(i) + 198, size: 190, color: MEDALS[i] ?? '#fff' }) +
			lettering({ lines, x: 280, y: row(i) + 150 + (lines.length - 1) * 26, size: 48 })
		);
	});
	const text = `${lettering({ lines: [title], x: 52, y: 220, size: 112 })}${panels}`;
	return cover({ seed, scene: 'ocean', hues, width: 960, height: 1280, horizon: 0.24 }, text);
}

/** Beside the form of the sign-in page: tall on desktops, wide on phones. */
export function loginArt(shape: 'tall' | 'wide', hues: Hues): string {
	const [width, height] = shape === 'tall' ? [900, 1000] : [960, 540];
	return cover({ seed: `login-${shape}`, scene: 'ocean', hues, width, height, horizon: 0.58 });
}

const shade = (width: number, height: number) => `<rect width="${width}" height="${height}" fill="url(#shade)"/>`;
