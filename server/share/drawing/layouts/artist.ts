/** An artist's name, place and portrait; for a fan's vote with the words for it. */
import type { FactsOf, Gap } from '../../facts.ts';
import { wordsIn } from '../../words.ts';
import { frame, LEFT, portrait } from '../frame.ts';
import { box, fitSize, INK, layer, medalOf, type Pictures, type Sheet } from '../sheet.ts';
import type { Node } from '../takumi.ts';

export function layOutArtist(facts: FactsOf<'artist' | 'vote'>, sheet: Sheet, pictures: Pictures): Node {
	const { singer, rank, gap } = facts;
	const words = wordsIn(sheet.language);
	const face = pictures.get(singer.portrait ?? '');
	const second = (text: string, size: number) => sheet.write(text, { size, color: INK.second, weight: 500 });
	const place =
		rank === null
			? null
			: box(
					{ alignItems: 'center', gap: 28, marginTop: 34 },
					sheet.write(`#${words.number(rank)}`, {
						size: 112,
						weight: 800,
						face: 'display',
						color: medalOf(rank),
						style: { lineHeight: 1 },
					}),
					box(
						{ flexDirection: 'column', gap: 2 },
						sheet.write(words.votesOf(facts.tickets), { size: 42, weight: 700 }),
						gap && second(gapText(gap, sheet), 30),
					),
				);
	return frame(
		{
			sheet,
			product: facts.product,
			light: singer.color,
			chart: facts.chart,
			behind: face === undefined ? null : portrait(face),
		},
		layer(
			{ left: LEFT, top: 110, width: 700, height: 400, flexDirection: 'column', justifyContent: 'center' },
			facts.kind === 'vote' ? sheet.write(words.votedFor, { size: 38, weight: 600, color: INK.white }) : null,
			sheet.write(singer.name, {
				size: fitSize(singer.name, [
					[9, 104],
					[13, 82],
					[24, 66],
					[60, 50],
				]),
				weight: 800,
				face: 'display',
				lines: 2,
				style: { lineHeight: 1.08 },
			}),
			singer.nativeName === null
				? null
				: sheet.write(singer.nativeName, { size: 38, weight: 500, color: INK.second, language: singer.nativeLang }),
			place,
		),
	);
}

function gapText(gap: Gap, { language }: Sheet): string {
	const words = wordsIn(language);
	if (gap.kind === 'leads') return words.leads(words.number(gap.tickets));
	if (gap.kind === 'level') return words.level(words.number(gap.rank));
	return words.behind(words.number(gap.tickets), words.number(gap.rank));
}
