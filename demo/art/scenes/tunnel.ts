/** Neon arches, one behind the other, down to a bright door. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const tunnel: Scene = ({ width: w, height: h, focus, color }) => {
	const [x, floor] = [w * focus, h * 0.8];
	const arches = 18;
	const arch = (size: number) => {
		const half = h * 0.055 * size;
		const rise = h * 0.13 * size;
		const foot = floor + h * 0.028 * size;
		return `M${n(x - half)} ${n(foot)} V${n(foot - rise + half)} A${n(half)} ${n(half)} 0 0 1 ${n(x + half)} ${n(foot - rise + half)} V${n(foot)}`;
	};
	const neon = repeat(arches, (i) => {
		const step = arches - 1 - i;
		const size = 1.25 ** step;
		const stroke = color(0.86 - step * 0.025, 0.15, step);
		const width = h * 0.004 * size ** 0.75;
		return repeat(5, (layer) => {
			const last = layer === 4;
			return `<path d="${arch(size)}" fill="none" stroke="${stroke}" stroke-width="${n(width * (last ? 1 : 7 - layer * 1.5))}" stroke-opacity="${last ? 0.95 : 0.1}"/>`;
		});
	});
	const ground = `<rect x="-10" y="${n(floor)}" width="${w + 20}" height="${n(h * 0.2 + 10)}" fill="${color(0.13, 0.04, 2)}" fill-opacity=".8"/>`;
	const aura = `<ellipse cx="${n(x)}" cy="${n(floor - h * 0.06)}" rx="${n(h * 0.5)}" ry="${n(h * 0.34)}" fill="url(#aura)" fill-opacity=".75"/>`;
	return `${ground}${aura}${neon}<path d="${arch(0.8)} Z" fill="#fff" fill-opacity=".92"/>`;
};
