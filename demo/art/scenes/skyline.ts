/** A city at night in three depths, its windows lit, a low light behind it. */
import { n, repeat } from '../svg.ts';
import type { Scene, Stage } from './scene.ts';

export const skyline: Scene = (stage) => {
	const { width: w, height: h, focus, random, color } = stage;
	const stars = repeat(40, () => {
		const [x, y] = [random.next() * w, random.next() * h * 0.5];
		return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(random.between(0.6, 2))}" fill="#fff" fill-opacity="${n(random.between(0.3, 0.8))}"/>`;
	});
	const glow = `<ellipse cx="${n(w * focus)}" cy="${n(h * 0.7)}" rx="${n(w * 0.6)}" ry="${n(h * 0.62)}" fill="url(#aura)"/>`;
	return (
		stars +
		glow +
		row(stage, 0.3, 0.56, color(0.38, 0.1, 0)) +
		row(stage, 0.18, 0.42, color(0.24, 0.07, 0)) +
		row(stage, 0.06, 0.26, color(0.12, 0.03, 1))
	);
};

/** Houses between two heights (shares of the picture's), nearer rows darker. */
function row({ width: w, height: h, random, color }: Stage, least: number, most: number, wall: string): string {
	let houses = '';
	let windows = '';
	for (let x = -20; x < w + 20;) {
		const wide = h * random.between(0.07, 0.16);
		const top = h * (1 - random.between(least, most));
		houses += `<rect x="${n(x)}" y="${n(top)}" width="${n(wide)}" height="${n(h - top + 10)}" rx="3"/>`;
		const pitch = h / 40;
		for (let column = x + pitch * 0.7; column < x + wide - pitch; column += pitch) {
			for (let y = top + pitch; y < h; y += pitch * 1.25) {
				if (!random.chance(0.24)) continue;
				const pane = color(random.pick([0.7, 0.8, 0.9]), 0.13, random.whole(0, 1));
				windows += `<rect x="${n(column)}" y="${n(y)}" width="${n(pitch * 0.5)}" height="${n(pitch * 0.62)}" fill="${pane}" fill-opacity="${n(random.between(0.3, 0.9))}"/>`;
			}
		}
		x += wide * random.between(0.9, 1.25);
	}
	return `<g fill="${wall}">${houses}</g>${windows}`;
}
