/** Soft rays of many colors from one lamp. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const prism: Scene = ({ width: w, height: h, focus, random, color }) => {
	const x = w * focus;
	const lamp = `cx="${n(x)}" cy="${n(h * 0.2)}"`;
	const rays = repeat(18, (i) => {
		const foot = (step: number) => `${n(w * (-0.15 + step * 0.073))},${h + 20}`;
		const fill = color(random.between(0.6, 0.85), 0.18, i);
		return `<polygon points="${n(x)},${n(h * 0.2)} ${foot(i)} ${foot(i + 0.62)}" fill="${fill}" fill-opacity="${n(random.between(0.5, 0.9))}"/>`;
	});
	return `<g filter="url(#glow)">${rays}</g><circle ${lamp} r="${n(h * 0.09)}" fill="#fff" fill-opacity=".8" filter="url(#glow)"/>`;
};
