/** A chart with its first three. */
import type { FactsOf, Placed } from '../../facts.ts';
import { wordsIn } from '../../words.ts';
import { frame, LEFT } from '../frame.ts';
import { box, fitSize, image, INK, layer, medalOf, type Pictures, SIZE, type Sheet } from '../sheet.ts';
import type { Node } from '../takumi.ts';

export function layOutChart(facts: FactsOf<'chart'>, sheet: Sheet, pictures: Pictures): Node {
	const words = wordsIn(sheet.language);
	const total = words.votesOf(facts.tickets);
	return frame(
		{ sheet, product: facts.product, light: facts.leaders[0]?.color ?? null },
		layer(
			{ left: LEFT, top: 112, width: SIZE.width - 2 * LEFT, flexDirection: 'column', gap: 4 },
			sheet.write(facts.title, {
				size: fitSize(facts.title, [
					[24, 60],
					[40, 46],
					[80, 36],
				]),
				weight: 800,
				face: 'display',
			}),
			sheet.write(facts.final ? `${words.finalResult} · ${total}` : total, {
				size: 30,
				color: INK.second,
				weight: 500,
			}),
		),
		layer(
			{ left: LEFT, top: 262, width: SIZE.width - 2 * LEFT, gap: 24 },
			...facts.leaders.map((leader) => winner(leader, sheet, pictures)),
		),
	);
}

function winner(leader: Placed, sheet: Sheet, pictures: Pictures): Node {
	const words = wordsIn(sheet.language);
	const face = pictures.get(leader.portrait ?? '');
	const medal = medalOf(leader.rank);
	return box(
		{
			width: 336,
			height: 240,
			flexDirection: 'column',
			justifyContent: 'space-between',
			padding: 24,
			borderRadius: 28,
			backgroundColor: '#11131fee',
		},
		box(
			{ alignItems: 'center', justifyContent: 'space-between' },
			sheet.write(String(leader.rank), {
				size: 92,
				weight: 800,
				face: 'display',
				color: medal,
				style: { lineHeight: 1 },
			}),
			face === undefined
				? null
				: image(face, 104, 104, {
						borderRadius: 52,
						borderWidth: 4,
						borderColor: medal,
						borderStyle: 'solid',
						objectPosition: '50% 22%',
					}),
		),
		box(
			{ flexDirection: 'column' },
			sheet.write(leader.name, {
				size: fitSize(leader.name, [
					[14, 34],
					[60, 26],
				]),
				weight: 700,
				face: 'display',
				lines: 2,
				style: { lineHeight: 1.1, marginBottom: 4 },
			}),
			sheet.write(words.votesOf(leader.tickets), { size: 26, weight: 500, color: INK.second }),
		),
	);
}
