/** Computes an artist's gap to the rank above. Pure. */
import type { ListedArtist } from '#contract/rankings.ts';

export type Gap =
	| { kind: 'leads'; tickets: number }
	| { kind: 'behind'; tickets: number; rank: number }
	| { kind: 'level'; rank: number }
	/** The only one in the list. */
	| { kind: 'none' };

/** `list` is the whole chart in rank order, also while only a part of it is shown. */
export function gapOf(list: readonly ListedArtist[], artist: ListedArtist): Gap {
	const above = list[artist.rank - 2];
	if (above) {
		const tickets = above.tickets - artist.tickets;
		return tickets === 0 ? { kind: 'level', rank: above.rank } : { kind: 'behind', tickets, rank: above.rank };
	}
	const second = list[artist.rank];
	if (!second) return { kind: 'none' };
	const lead = artist.tickets - second.tickets;
	return lead === 0 ? { kind: 'level', rank: second.rank } : { kind: 'leads', tickets: lead };
}
