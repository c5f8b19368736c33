/** An artist's name, place and portrait; for a fan's vote with the words for it. */
import type { Language } from '#contract/values/languages.ts';
import type { FactsOf, Gap, Placed } from '../facts.ts';
import { translate } from '#server/languages/translate.ts';
import { frame, LEFT, portrait } from './frame.ts';
import { box, INK, layer, medalOf, image, SIZE, type Sheet } from './sheet.ts';
import type { Node } from './takumi.ts';

export function layOutArtist(facts: FactsOf<'artist' | 'vote'>, sheet: Sheet): Node {
	const { singer, rank, gap, tickets } = facts;
	const { language } = sheet;
	const place =
		rank === null
			? null
			: box(
					{ alignItems: 'center', gap: 28, marginTop: 34 },
					sheet.write(`#${new Intl.NumberFormat(language).format(rank)}`, {
						size: 112,
						weight: 800,
						face: 'display',
						color: medalOf(rank),
						style: { lineHeight: 1 },
					}),
					box(
						{ flexDirection: 'column', gap: 2 },
						sheet.write(translate(language, 'shareVotes', { tickets }), { size: 42, weight: 700 }),
						gap && sheet.write(gapText(gap, language), { size: 30, ...FAINT }),
					),
				);
	return frame(
		{
			sheet,
			product: facts.product,
			light: singer.color,
			chart: facts.chart,
			behind: singer.portrait === null ? null : portrait(singer.portrait),
		},
		layer(
			{ left: LEFT, top: 110, width: 700, height: 400, flexDirection: 'column', justifyContent: 'center' },
			facts.kind === 'vote'
				? sheet.write(translate(language, 'shareVotedFor'), { size: 38, weight: 600, color: INK.white })
				: null,
			sheet.writeTitle(singer.name, { 9: 104, 13: 82, 24: 66, 60: 50 }, { lines: 2, style: { lineHeight: 1.08 } }),
			singer.nativeName === null
				? null
				: sheet.write(singer.nativeName, { size: 38, language: singer.nativeLang, ...FAINT }),
			place,
		),
	);
}

const FAINT = { weight: 500, color: INK.second };

const GAP_TEXTS = { leads: 'shareLeads', level: 'shareLevel', behind: 'shareBehind' } as const;

const gapText = ({ kind, ...values }: Gap, language: Language): string => translate(language, GAP_TEXTS[kind], values);

export function layOutArticle(facts: FactsOf<'news'>, sheet: Sheet): Node {
	const shade = `linear-gradient(0deg, ${INK.ground}f2 0%, ${INK.ground}99 45%, ${INK.ground}00 100%)`;
	const behind =
		facts.cover === null
			? null
			: layer(
					{ ...SIZE, left: 0, top: 0 },
					image(facts.cover, SIZE.width, SIZE.height),
					layer({ ...SIZE, left: 0, top: 0, backgroundImage: shade }),
				);
	return frame(
		{ sheet, product: facts.product, light: null, behind, hall: behind === null },
		layer(
			{ left: LEFT, bottom: behind === null ? 230 : 56, width: SIZE.width - 2 * LEFT },
			sheet.writeTitle(facts.title, { 40: 68, 70: 56, 200: 44 }, { lines: 3, style: { lineHeight: 1.14 } }),
		),
	);
}

export function layOutChart(facts: FactsOf<'chart'>, sheet: Sheet): Node {
	const { language } = sheet;
	const total = translate(language, 'shareVotes', { tickets: facts.tickets });
	return frame(
		{ sheet, product: facts.product, light: facts.leaders[0]?.color ?? null },
		layer(
			{ left: LEFT, top: 112, width: SIZE.width - 2 * LEFT, flexDirection: 'column', gap: 4 },
			sheet.writeTitle(facts.title, { 24: 60, 40: 46, 80: 36 }),
			sheet.write(facts.final ? `${translate(language, 'shareFinal')} · ${total}` : total, { size: 30, ...FAINT }),
		),
		layer(
			{ left: LEFT, top: 262, width: SIZE.width - 2 * LEFT, gap: 24 },
			...facts.leaders.map((leader) => winner(leader, sheet)),
		),
	);
}

function winner(leader: Placed, sheet: Sheet): Node {
	const votes = translate(sheet.language, 'shareVotes', { tickets: leader.tickets });
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
			leader.portrait === null
				? null
				: image(leader.portrait, 104, 104, {
						borderRadius: 52,
						borderWidth: 4,
						borderColor: medal,
						borderStyle: 'solid',
						objectPosition: '50% 22%',
					}),
		),
		box(
			{ flexDirection: 'column' },
			sheet.writeTitle(
				leader.name,
				{ 14: 34, 60: 26 },
				{ weight: 700, lines: 2, style: { lineHeight: 1.1, marginBottom: 4 } },
			),
			sheet.write(votes, { size: 26, ...FAINT }),
		),
	);
}

export function layOutSite(facts: FactsOf<'site'>, sheet: Sheet): Node {
	const invitation = translate(sheet.language, 'shareInvitation');
	return frame(
		{ sheet, product: facts.product, light: facts.fandoms[0]?.color ?? null },
		layer(
			{ left: LEFT, top: 150, width: SIZE.width - 2 * LEFT, height: 250, alignItems: 'center' },
			sheet.writeTitle(invitation, { 22: 96, 32: 76, 60: 60 }, { lines: 2, style: { lineHeight: 1.1 } }),
		),
	);
}
