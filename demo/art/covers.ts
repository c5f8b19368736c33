/** Cover art: nine scenes, three hues, any proportion. */
import { oklch } from './color.ts';
import { randomFrom } from './random.ts';
import { led } from './scenes/led.ts';
import { moon } from './scenes/moon.ts';
import { ocean } from './scenes/ocean.ts';
import { petals } from './scenes/petals.ts';
import { prism } from './scenes/prism.ts';
import { ring } from './scenes/ring.ts';
import type { Scene, Stage } from './scenes/scene.ts';
import { skyline } from './scenes/skyline.ts';
import { trail } from './scenes/trail.ts';
import { tunnel } from './scenes/tunnel.ts';
import { blur, document, linear, radial } from './svg.ts';

export const sceneNames = ['ocean', 'moon', 'trail', 'ring', 'led', 'prism', 'skyline', 'tunnel', 'petals'] as const;
export type SceneName = (typeof sceneNames)[number];
export type Hues = [number, number, number];

const scenes: Record<SceneName, Scene> = { ocean, moon, trail, ring, led, prism, skyline, tunnel, petals };

export interface Cover {
	seed: string;
	scene: SceneName;
	/** OKLCH hues in degrees: the light, its companion, the dark. */
	hues: Hues;
	width?: number;
	height?: number;
	horizon?: number;
	/** Where the main thing stands, as a share of the width; near the middle by chance when not told. */
	focus?: number;
}

/** An SVG picture, 16:9 unless told otherwise. `over` is drawn above the scene, with `shade` as a gradient to use. */
export function cover(order: Cover, over = ''): string {
	const { seed, scene, hues, width = 960, height = 540, horizon = 0.56 } = order;
	const hueOf = (turn: number) => hues[turn % 3] ?? hues[0];
	const random = randomFrom(seed);
	const stage: Stage = {
		width,
		height,
		horizon,
		focus: order.focus ?? random.between(0.36, 0.64),
		random,
		color: (lightness, chroma, turn) => oklch(lightness, chroma, hueOf(turn)),
	};
	const sky = `<rect width="${width}" height="${height}" fill="url(#sky)"/>`;
	return document(width, height, definitions(hues, horizon, height), sky + scenes[scene](stage) + over);
}

function definitions([light, companion, dark]: Hues, horizon: number, height: number): string {
	return (
		linear(
			'sky',
			[0, 0, 0.7, 1],
			[
				{ at: 0, color: oklch(0.27, 0.11, companion) },
				{ at: 0.5, color: oklch(0.2, 0.08, light) },
				{ at: 1, color: oklch(0.12, 0.04, dark) },
			],
		) +
		radial(
			'aura',
			[0.5, horizon, 0.5],
			[
				{ at: 0, color: oklch(0.85, 0.13, light) },
				{ at: 0.3, color: oklch(0.6, 0.19, light), opacity: 0.8 },
				{ at: 1, color: oklch(0.3, 0.1, companion), opacity: 0 },
			],
		) +
		linear(
			'shade',
			[0, 0, 1, 0.15],
			[
				{ at: 0, color: oklch(0.1, 0.03, light), opacity: 0.72 },
				{ at: 0.62, color: oklch(0.1, 0.03, light), opacity: 0 },
			],
		) +
		blur('glow', height / 77)
	);
}
