/** Pictures of the store's goods: a cluster of gems that grows with the price. */
import { randomFrom } from './random.ts';
import { document, n, radial, repeat } from './svg.ts';

const CLUSTERS = [1, 3, 5, 7, 9, 12];

/** `tier` 0 to 5. A transparent picture of 400 by 232. */
export function gemCluster(tier: number): string {
	const random = randomFrom(`gems-${tier}`);
	const count = CLUSTERS[Math.min(tier, CLUSTERS.length - 1)] ?? 1;
	const gems = Array.from({ length: count }, (_, i) => {
		const angle = (i / count) * 2 * Math.PI;
		const distance = i === 0 ? 0 : 22 + (i % 2) * 16;
		const [x, y] = [100 + Math.cos(angle) * distance * 1.35, 58 + Math.sin(angle) * distance * 0.72];
		const scale = (i === 0 ? 1.9 : 1.25) - (i > 6 ? 0.3 : 0);
		const place = `translate(${n(x)} ${n(y)}) scale(${n(scale)}) rotate(${n(random.between(-18, 18))}) translate(-10 -10)`;
		return `<g transform="${place}">${gem(['#B9A6FF', '#FF9BCF', '#FFD79A'][i % 3] ?? '#B9A6FF')}</g>`;
	});
	const glow = radial(
		'glow',
		[0.5, 0.5, 0.5],
		[
			{ at: 0, color: '#7DE3FF', opacity: 0.5 },
			{ at: 0.45, color: '#8C9BFF', opacity: 0.2 },
			{ at: 1, color: '#8C9BFF', opacity: 0 },
		],
	);
	const light = `<ellipse cx="100" cy="60" rx="${60 + tier * 7}" ry="${44 + tier * 3}" fill="url(#glow)"/>`;
	const board = `${light}${gems.toReversed().join('')}`;
	return document(400, 232, glow, `<svg viewBox="0 0 200 116">${board}</svg>`);
}

/** On white the light facets would have no edge of their own. */
const EDGE =
	'<path d="M5.5 2.5h9L19 8l-9 10L1 8z" fill="none" stroke="#2C86B5" stroke-width=".5" stroke-linejoin="round"/>';

/** Five facets on a board of 20 by 20. */
function gem(side: string): string {
	const facets: [color: string, path: string][] = [
		['#7DE3FF', 'M5.5 2.5h9L19 8l-9 10L1 8z'],
		['#3FA9D8', 'M5.5 2.5 7 8l3 10L1 8z'],
		[side, 'M14.5 2.5 13 8l-3 10 9-10z'],
		['#A6EFFF', 'M7 8h6l-3 10z'],
		['#E9FCFF', 'M5.5 2.5h9L13 8H7z'],
	];
	return repeat(facets.length, (i) => `<path d="${facets[i]?.[1]}" fill="${facets[i]?.[0]}"/>`) + EDGE;
}
