/** A wall of lamps, lit by two crossing waves. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const led: Scene = ({ width: w, height: h, random, color }) => {
	const pitch = h / 12;
	const columns = Math.ceil(w / pitch) + 1;
	const phase = random.next() * 2 * Math.PI;
	return repeat(13 * columns, (i) => {
		const [column, row] = [i % columns, Math.floor(i / columns)];
		const level = Math.sin(column * 0.42 + phase) + Math.cos(row * 0.55 + column * 0.12);
		const light = (level + 2) / 4;
		const radius = pitch * 0.42 * Math.max(0.12, light);
		const fill = color(0.62 + 0.28 * light, 0.17, level > 0 ? 0 : 1);
		return `<circle cx="${n(column * pitch)}" cy="${n(row * pitch)}" r="${n(radius)}" fill="${fill}" fill-opacity="${n(0.3 + 0.7 * light)}"/>`;
	});
};
