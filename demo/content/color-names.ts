/** A fandom's color in a word, as fans would say it. */
import { toOklch } from '../art/color.ts';

const byHue: [upTo: number, name: string][] = [
	[8, 'rose'],
	[28, 'coral'],
	[48, 'orange'],
	[70, 'apricot'],
	[88, 'amber'],
	[105, 'lemon'],
	[125, 'lime'],
	[150, 'green'],
	[172, 'mint'],
	[195, 'sea-green'],
	[225, 'sky'],
	[255, 'azure'],
	[282, 'periwinkle'],
	[305, 'violet'],
	[325, 'orchid'],
	[350, 'pink'],
	[361, 'rose'],
];

export function colorName(hex: string): string {
	const { chroma, hue } = toOklch(hex);
	if (chroma < 0.05) return 'silver';
	return byHue.find(([upTo]) => hue < upTo)?.[1] ?? 'rose';
}
