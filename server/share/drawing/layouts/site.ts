/** The site itself: an invitation above the hall of the current ranking. */
import type { FactsOf } from '../../facts.ts';
import { wordsIn } from '../../words.ts';
import { frame, LEFT } from '../frame.ts';
import { fitSize, layer, SIZE, type Sheet } from '../sheet.ts';
import type { Node } from '../takumi.ts';

export function layOutSite(facts: FactsOf<'site'>, sheet: Sheet): Node {
	const { invitation } = wordsIn(sheet.language);
	return frame(
		{ sheet, product: facts.product, light: facts.fandoms[0]?.color ?? null },
		layer(
			{ left: LEFT, top: 150, width: SIZE.width - 2 * LEFT, height: 250, alignItems: 'center' },
			sheet.write(invitation, {
				size: fitSize(invitation, [
					[22, 96],
					[32, 76],
					[60, 60],
				]),
				weight: 800,
				face: 'display',
				lines: 2,
				style: { lineHeight: 1.1 },
			}),
		),
	);
}
