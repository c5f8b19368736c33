/** Concentric dashed arcs around a glow. */
import { n, repeat } from '../svg.ts';
import type { Scene } from './scene.ts';

export const ring: Scene = ({ width: w, height: h, focus, random, color }) => {
	const [x, y] = [w * focus, h * 0.5];
	const core = color(0.66, 0.19, 0);
	const glow =
		`<radialGradient id="core"><stop offset="0" stop-color="${core}" stop-opacity=".75"/>` +
		`<stop offset=".55" stop-color="${core}" stop-opacity=".5"/><stop offset="1" stop-color="${core}" stop-opacity="0"/></radialGradient>` +
		`<circle cx="${n(x)}" cy="${n(y)}" r="${n(h * 0.45)}" fill="url(#core)"/>`;
	return (
		glow +
		repeat(9, (i) => {
			const radius = h * (0.1 + i * 0.085);
			const stroke = color(0.9 - i * 0.05, 0.13 + i * 0.006, i % 2);
			const width = h * (0.034 - i * 0.0022);
			const dashes = `${n(radius * random.between(1, 4))} ${n(radius * 0.3 * random.next() + 4)}`;
			return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-opacity="${n(1 - i * 0.1)}" stroke-dasharray="${dashes}" transform="rotate(${n(random.next() * 360)} ${n(x)} ${n(y)})"/>`;
		})
	);
};
