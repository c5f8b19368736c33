/** A flower of light: translucent petals that brighten where they cross. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const petals: Scene = ({ width: w, height: h, focus, random, color }) => {
	const [x, y] = [w * focus, h * 0.5];
	const count = random.whole(9, 13);
	const ring = (length: number, breadth: number, turn: number, opacity: number) =>
		repeat(count, (i) => {
			const degrees = (i / count) * 360 + turn;
			const path = `M0 0 C${n(breadth)} ${n(-length * 0.35)} ${n(breadth)} ${n(-length * 0.8)} 0 ${n(-length)} C${n(-breadth)} ${n(-length * 0.8)} ${n(-breadth)} ${n(-length * 0.35)} 0 0 Z`;
			return `<path d="${path}" transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)})" fill="${color(0.72, 0.17, i)}" fill-opacity="${opacity}" stroke="${color(0.88, 0.1, i)}" stroke-opacity=".7" stroke-width="1.5"/>`;
		});
	const turn = random.next() * 40;
	return (
		`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(h * 0.62)}" ry="${n(h * 0.62)}" fill="url(#aura)" fill-opacity=".55"/>` +
		ring(h * 0.74, h * 0.16, turn, 0.16) +
		ring(h * 0.46, h * 0.11, turn + 180 / count, 0.3) +
		ring(h * 0.24, h * 0.06, turn, 0.5) +
		`<circle cx="${n(x)}" cy="${n(y)}" r="${n(h * 0.035)}" fill="#fff" fill-opacity=".95"/>`
	);
};
