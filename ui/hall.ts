/** The colour of the hall: whoever leads paints the site. Kept on the root element, where tokens.css fades it. */
import { useEffect } from 'react';
import { fanColors } from './fan-color.ts';

/** White light: nobody leads. */
const UNLIT = '#fff4e4';

const claims: { hex: string | null }[] = [];

/** Holds the hall in this colour while the caller is on screen; the latest caller wins. Null gives white light. */
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

function paint(): void {
	const colors = fanColors(claims.at(-1)?.hex ?? UNLIT);
	const { style } = document.documentElement;
	style.setProperty('--hall', colors.fill);
	style.setProperty('--hall-tx-on-dark', colors.textOnDark);
	style.setProperty('--hall-tx-on-light', colors.textOnLight);
}
