/** What those who watch a chart see when artists change places: a ribbon at ranks 2 to 10, a moment at #1. */
import type { Chart, ListedArtist } from '#contract/rankings.ts';
import { setUnseenAside } from '../../../lib/far-parts.ts';
import './moves.css';

const RIBBON_RANK_MAX = 10;
const MARKED_MS = 2_500;

/** A new #1 by its own votes, and the chart in which it has happened. */
export interface Lead {
	leader: ListedArtist;
	from: number;
	by: number;
	chart: Chart;
}

/** Null if the first has no rival, was there before, or is first because another has lost votes. */
export function newLead(before: Chart, chart: Chart): Lead | null {
	const [leader, second] = chart.artist_list;
	const [former] = before.artist_list;
	if (!leader || !second || !former?.tickets || former.artist_id === leader.artist_id) return null;
	const was = before.artist_list.find(({ artist_id }) => artist_id === leader.artist_id);
	if (!was || was.tickets >= leader.tickets) return null;
	return { leader, from: was.tickets, by: leader.tickets - second.tickets, chart };
}

export function risen(before: Chart, { artist_list: list }: Chart): ListedArtist[] {
	const ranks = new Map(before.artist_list.map(({ artist_id, rank }) => [artist_id, rank]));
	return list
		.slice(1, RIBBON_RANK_MAX)
		.filter(({ artist_id, rank, tickets }) => tickets > 0 && rank < (ranks.get(artist_id) ?? 0));
}

const load = () => import('./hall-change.tsx');
let moment: ReturnType<typeof load> | null = null;

export function tellMoves(before: Chart, after: Chart): void {
	for (const artist of risen(before, after)) showRibbon(artist);
	const lead = newLead(before, after);
	if (!lead) return;
	// Its color is in every element's style: those that nobody sees take it up later.
	setUnseenAside();
	moment ??= load();
	moment.then(
		({ changeHall }) => changeHall(lead),
		(error: unknown) => console.warn('The change of the lead is not shown:', error),
	);
}

export function endMoments(): void {
	void moment?.then(({ endChange }) => endChange()).catch(() => undefined);
}

/** An attribute, which React does not know of and leaves alone. */
function showRibbon({ artist_id: id, rank }: ListedArtist): void {
	const text = `▲ #${rank}`;
	for (const { dataset } of document.querySelectorAll<HTMLElement>(`[data-flip='${id}'] > .fan`)) {
		dataset['risen'] = text;
		setTimeout(() => dataset['risen'] === text && delete dataset['risen'], MARKED_MS);
	}
}
