/** The color of the hall, which is that of the leading artist. Kept on the root element, where tokens.css fades it. */
import { useEffect } from 'react';
import { fanColors } from './fan-color.ts';

/** White light, if no artist leads. */
const UNLIT = '#fff4e4';

const claims: { hex: string | null }[] = [];

/** Holds the hall in this color while the caller is on screen; the latest caller wins. Null gives white light. */
export function useHall(hex: string | null | undefined): void {
	useEffect(() => {
		if (hex === undefined) return undefined;
		const claim = { hex };
		claims.push(claim);
		paint();
		return () => {
			claims.splice(claims.indexOf(claim), 1);
			paint();
		};
	}, [hex]);
}

/** A page opens in its color; only later changes fade, which keeps every element's style busy for a second. */
const OPENING_MS = 2_000;
let openedAt: number | null = null;

function paint(): void {
	openedAt ??= performance.now();
	if (performance.now() - openedAt > OPENING_MS) document.documentElement.dataset['hallFades'] = '';
	const colors = fanColors(claims.at(-1)?.hex ?? UNLIT);
	const { style } = document.documentElement;
	style.setProperty('--hall', colors.fill);
	style.setProperty('--hall-tx-on-dark', colors.textOnDark);
	style.setProperty('--hall-tx-on-light', colors.textOnLight);
}
