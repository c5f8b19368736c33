/** Parallel light trails, every third with a blurred twin. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const trail: Scene = ({ width: w, height: h, random, color }) => {
	let glow = '';
	let lines = '';
	repeat(26, (i) => {
		const y = h * (-0.1 + i * 0.05) + random.next() * 20;
		const stroke = color(random.between(0.72, 0.92), 0.16, i);
		const path = `M-20 ${n(y + h * 0.34)} C${n(w * 0.28)} ${n(y - h * 0.1)} ${n(w * 0.56)} ${n(y + h * 0.6)} ${w + 20} ${n(y - h * 0.05)}`;
		// A glow of stacked strokes: a blur of the whole picture costs five times as much.
		if (i % 3 === 0) {
			glow += repeat(6, (layer) => {
				return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${n(32 - layer * 5)}" stroke-opacity=".05"/>`;
			});
		}
		lines += `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${n(random.between(1, 7))}" stroke-opacity="${n(random.between(0.4, 1))}"/>`;
		return '';
	});
	const mirror = random.chance(0.5) ? `translate(${w} 0) scale(-1 1)` : '';
	return `<g transform="${mirror}">${glow}${lines}</g>`;
};
