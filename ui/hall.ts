/** The color of the hall, which is that of the leading artist. Kept on the root element. */
import { useEffect } from 'react';
import { contrast, fanColors } from './fan-color.ts';

/** White light, if no artist leads. */
const UNLIT = '#fff4e4';

const SEEN_CONTRAST_MIN = 1.3;

/** How strong a claim is. A live chart knows the leader before the site's configuration does. */
export const BY_LEADER = 0;
export const BY_LIVE_LEADER = 1;
export const BY_OWN_ARTIST = 2;
export const BY_PAGE = 3;

const claims: (string | null)[][] = [[], [], [], []];

/** Holds the hall in this color while the caller is on screen and no claim is stronger. Null gives white light. */
export function useHall(by: number, hex: string | null | undefined): void {
	if (import.meta.env.SSR) noteRendered(hex);
	useEffect(() => {
		if (hex === undefined) return undefined;
		const same = claims[by];
		same?.push(hex);
		paint();
		return () => {
			same?.splice(same.lastIndexOf(hex), 1);
			paint();
		};
	}, [by, hex]);
}

/** The color of the page that the server is rendering: a page is inside the frame, whose color is the leader's. */
let rendered: string | null = null;

function noteRendered(hex: string | null | undefined): void {
	if (hex !== undefined) rendered = hex;
}

export function takeRenderedHall(): string {
	const hex = rendered;
	rendered = null;
	return Object.entries(hallStyle(hex))
		.map(([name, value]) => `${name}:${value}`)
		.join(';');
}

export function hallStyle(hex: string | null): Record<string, string> {
	const { fill, stickOnLight, textOnDark, textOnLight } = fanColors(hex ?? UNLIT);
	// A pale light is not seen on paper.
	const hall =
		contrast(fill, '#ffffff') < SEEN_CONTRAST_MIN ? `var(--dark, ${fill}) var(--light, ${stickOnLight})` : fill;
	return { '--hall': hall, '--hall-tx-on-dark': textOnDark, '--hall-tx-on-light': textOnLight };
}

function paint(): void {
	const { style } = document.documentElement;
	const strongest = claims.findLast(({ length }) => length > 0)?.at(-1);
	for (const [name, value] of Object.entries(hallStyle(strongest ?? null))) style.setProperty(name, value);
}
