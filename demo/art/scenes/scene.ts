/** What every scene of a cover gets to draw with. */
import type { Random } from '../random.ts';

export interface Stage {
	width: number;
	height: number;
	/** Where sky meets crowd, as a share of the height. */
	horizon: number;
	/** Where the main thing stands, as a share of the width. */
	focus: number;
	random: Random;
	/** A color of the cover's own hues, by turns. */
	color: (lightness: number, chroma: number, turn: number) => string;
}

/** SVG content; it may use the filter `glow` and the gradient `aura`. */
export type Scene = (stage: Stage) => string;
