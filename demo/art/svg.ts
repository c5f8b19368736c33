/** Small words for writing SVG. Every picture is a document of its own, so ids need no prefix. */

/** One decimal is plenty at 400 units across, and keeps the text short. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const repeat = (times: number, draw: (index: number) => string): string =>
	Array.from({ length: times }, (_, index) => draw(index)).join('');

export function blur(id: string, deviation: number): string {
	return `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

export interface Stop {
	at: number;
	color: string;
	opacity?: number;
}

const stops = (list: Stop[]) =>
	list
		.map(({ at, color, opacity = 1 }) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
		.join('');

export function linear(id: string, [x1, y1, x2, y2]: [number, number, number, number], list: Stop[]): string {
	return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;
}

export function radial(id: string, [cx, cy, r]: [number, number, number], list: Stop[]): string {
	return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`;
}

export function document(width: number, height: number, definitions: string, content: string): string {
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
		`<defs>${definitions}</defs>${content}</svg>`
	);
}
