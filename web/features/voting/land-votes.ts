/** After the fan has read that the vote counts: the chart shows the artist's row, and the votes drop into its count. */
import './land-votes.css';

const LANDED_MS = 1_600;

export function landVotes(artistId: number, votes: string): void {
	const row = document.querySelector(`.chart-list:not(.pinned-row *) > [data-flip='${artistId}']`);
	const count = row?.querySelector<HTMLElement>('.rank-tickets > b');
	if (!row || !count) return;
	const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
	row.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
	count.dataset['landed'] = `+${votes}`;
	setTimeout(() => delete count.dataset['landed'], LANDED_MS);
}
