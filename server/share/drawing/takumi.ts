/** The part of Takumi that we use: its own types would widen those of React everywhere. It draws in its threads. */
import { createRequire } from 'node:module';

export type Style = Record<string, string | number>;

export interface Node {
	type: 'container' | 'text' | 'image';
	style: Style;
	children?: Node[];
	text?: string;
	lang?: string;
	src?: string;
	width?: number;
	height?: number;
}

export interface Renderer {
	registerFont(font: { name: string; data: Uint8Array; unicodeRange: [number, number][] }): Promise<unknown>;
	render(
		node: Node,
		options: {
			width: number;
			height: number;
			images: { src: string; data: Uint8Array }[];
			format: 'raw';
			lang: string;
		},
	): Promise<Buffer>;
}

const require = createRequire(import.meta.url);

export function openRenderer(): Renderer {
	const { Renderer: Takumi } = require('@takumi-rs/core') as { Renderer: new () => Renderer };
	return new Takumi();
}
