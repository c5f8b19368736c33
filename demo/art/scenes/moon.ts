/** A disc with a halo above layered waves, and stars. */
import { n, repeat } from '../svg.ts';
import type { Scene, Stage } from './scene.ts';

export const moon: Scene = (stage) => {
	const { width: w, height: h, focus, random, color } = stage;
	const at = `cx="${n(w * focus)}" cy="${n(h * 0.44)}"`;
	const halo =
		`<radialGradient id="halo"><stop offset=".5" stop-color="${color(0.8, 0.14, 0)}" stop-opacity=".85"/>` +
		`<stop offset=".68" stop-color="${color(0.8, 0.14, 0)}" stop-opacity=".3"/>` +
		`<stop offset="1" stop-color="${color(0.8, 0.14, 0)}" stop-opacity="0"/></radialGradient>`;
	const stars = repeat(70, () => {
		const [x, y] = [random.next() * w, random.next() * h * 0.55];
		return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(random.between(0.6, 2.5))}" fill="#fff" fill-opacity="${n(random.between(0.3, 0.9))}"/>`;
	});
	return (
		`${halo}${stars}<circle ${at} r="${n(h * 0.58)}" fill="url(#halo)"/>` +
		`<circle ${at} r="${n(h * 0.3)}" fill="${color(0.93, 0.06, 0)}"/>${repeat(7, (i) => wave(stage, i))}`
	);
};

function wave({ width: w, height: h, random, color }: Stage, index: number): string {
	const level = h * (0.6 + index * 0.07);
	const length = w / 6;
	const swell = h / 48;
	let path = `M-20 ${n(level)}`;
	for (let x = 0, crest = index % 2; x <= w + length; x += length, crest = 1 - crest) {
		const lift = (crest ? swell : -swell * 1.3) - random.next() * swell * 0.4;
		path += ` Q${n(x + length / 2 - 20)} ${n(level + lift)} ${n(x + length - 20)} ${n(level)}`;
	}
	const fill = color(0.42 - index * 0.045, 0.13 - index * 0.01, index % 2);
	return `<path d="${path} L${w + 20} ${h + 20} L-20 ${h + 20}Z" fill="${fill}" fill-opacity=".93"/>`;
}
