/** An article: its title on its cover. */
import type { FactsOf } from '../../facts.ts';
import { frame, LEFT } from '../frame.ts';
import { fitSize, image, INK, layer, type Pictures, SIZE, type Sheet } from '../sheet.ts';
import type { Node } from '../takumi.ts';

export function layOutArticle(facts: FactsOf<'news'>, sheet: Sheet, pictures: Pictures): Node {
	const cover = pictures.get(facts.cover ?? '');
	const shade = `linear-gradient(0deg, ${INK.ground}f2 0%, ${INK.ground}99 45%, ${INK.ground}00 100%)`;
	const behind =
		cover === undefined
			? null
			: layer(
					{ ...SIZE, left: 0, top: 0 },
					image(cover, SIZE.width, SIZE.height),
					layer({ ...SIZE, left: 0, top: 0, backgroundImage: shade }),
				);
	return frame(
		{ sheet, product: facts.product, light: null, behind, hall: behind === null },
		layer(
			{ left: LEFT, bottom: behind === null ? 230 : 56, width: SIZE.width - 2 * LEFT },
			sheet.write(facts.title, {
				size: fitSize(facts.title, [
					[40, 68],
					[70, 56],
					[200, 44],
				]),
				weight: 800,
				face: 'display',
				lines: 3,
				style: { lineHeight: 1.14 },
			}),
		),
	);
}
