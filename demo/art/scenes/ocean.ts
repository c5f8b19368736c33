/** A bar of stage light on the horizon, a fan of beams, and a sea of lightsticks coming towards us. */
import { n, repeat } from '../svg.ts';
import type { Scene, Stage } from './scene.ts';

export const ocean: Scene = (stage) => {
	const { width: w, height: h, horizon } = stage;
	const level = h * horizon;
	return (
		`<ellipse cx="${n(w / 2)}" cy="${n(level)}" rx="${n(w * 0.5)}" ry="${n(h * 0.34)}" fill="url(#aura)"/>` +
		`<g filter="url(#glow)">${beams(stage, level)}</g>` +
		`<rect x="${n(w * 0.2)}" y="${n(level - 12)}" width="${n(w * 0.6)}" height="24" rx="12" fill="${stage.color(0.8, 0.14, 0)}" fill-opacity=".6" filter="url(#glow)"/>` +
		`<rect x="${n(w * 0.3)}" y="${n(level - 5)}" width="${n(w * 0.4)}" height="8" rx="4" fill="#fff" fill-opacity=".9"/>` +
		crowd(stage)
	);
};

function beams({ width: w, height: h, random, color }: Stage, level: number): string {
	return repeat(9, (i) => {
		const degrees = -56 + i * 14 + random.between(-3, 3);
		const points = `${n(w / 2 - 5)},${n(level)} ${n(w / 2 + 5)},${n(level)} ${n(w / 2 + 60)},${n(-h * 0.7)} ${n(w / 2 - 60)},${n(-h * 0.7)}`;
		return `<polygon points="${points}" transform="rotate(${n(degrees)} ${n(w / 2)} ${n(level + 10)})" fill="${color(0.78, 0.15, i)}" fill-opacity="${n(random.between(0.14, 0.34))}"/>`;
	});
}

/** Rows grow and spread as they come near; from the middle on each light has a halo and a stick. */
function crowd({ width: w, height: h, horizon, random, color }: Stage): string {
	const rows = Math.max(15, Math.round((15 * h * (1 - horizon)) / 225));
	let far = '';
	let near = '';
	for (let row = 0; row < rows; row++) {
		const t = row / (rows - 1);
		const level = h * (horizon + 0.03) + t ** 1.55 * h * (1 - horizon) * 1.02;
		const [spacing, radius] = [8.5 + t * 22, 1.2 + t * 3.9];
		for (let x = -10 + random.next() * spacing; x < w + 10; x += spacing * random.between(0.7, 1.3)) {
			const turn = Math.floor((x / w) * 3 + random.next() * 1.3);
			const fill = color(0.74 + Math.floor(random.next() * 5) * 0.04, 0.15, turn);
			const y = level + (random.next() - 0.5) * spacing * 0.5;
			const at = `cx="${n(x)}" cy="${n(y)}"`;
			if (t > 0.5) {
				const lean = (random.next() - 0.5) * radius;
				near += `<circle ${at} r="${n(radius * 2.1)}" fill="${fill}" fill-opacity=".13"/>`;
				near += `<path d="M${n(x)} ${n(y)} l${n(lean)} ${n(radius * 3.2)}" stroke="${fill}" stroke-width="${n(radius * 0.45)}" stroke-opacity=".35"/>`;
			}
			far += `<circle ${at} r="${n(radius * random.between(0.6, 1.1))}" fill="${fill}" fill-opacity="${n(random.between(0.45, 1))}"/>`;
		}
	}
	return near + far;
}
