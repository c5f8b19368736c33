/** The target of a vote, as known to the page that offers it, and the effect of the vote. Pure. */

interface Standing {
	rank: number;
	tickets: number;
}

export interface VoteTarget {
	rankingKey: string;
	ratio: number;
	artist: Standing & {
		artist_id: number;
		en_name: string;
		native_name: string | null;
		native_lang: string | null;
		avatar_url: string | null;
		fan_color: string | null;
	};
	/** Known artists ahead, in rank order. The nearest one is last. */
	above: readonly Standing[];
	below: Standing | null;
}

export type VoteEffect =
	| { kind: 'takes'; rank: number }
	| { kind: 'gap'; rank: number; tickets: number }
	| { kind: 'level'; rank: number }
	| { kind: 'lead'; tickets: number }
	| { kind: 'alone' };

/** Equal tickets do not overtake: the artist who reached a number first stays ahead. */
export function effectOf(target: VoteTarget, votes: number): VoteEffect {
	const tickets = target.artist.tickets + votes;
	const overtaken = target.above.find((rival) => rival.tickets < tickets);
	if (overtaken) return { kind: 'takes', rank: overtaken.rank };
	const nearest = target.above.at(-1);
	if (nearest) {
		const gap = nearest.tickets - tickets;
		return gap === 0 ? { kind: 'level', rank: nearest.rank } : { kind: 'gap', rank: nearest.rank, tickets: gap };
	}
	return target.below ? { kind: 'lead', tickets: tickets - target.below.tickets } : { kind: 'alone' };
}

/** If `most` are fewer, all of them and how many are left. Null for the leader, and without votes to give. */
export function nextRank(target: VoteTarget, most: number): { votes: number; rank: number; left: number } | null {
	const nearest = target.above.at(-1);
	if (!nearest || most < 1) return null;
	const needed = Math.max(1, nearest.tickets - target.artist.tickets + 1);
	const effect = effectOf(target, needed);
	const rank = effect.kind === 'takes' ? effect.rank : nearest.rank;
	const votes = Math.min(needed, most);
	return { votes, rank, left: needed - votes };
}

/** `target` is as it was before the vote. Others may have moved the artist since, so the server's number decides. */
export function takenBy(
	target: VoteTarget,
	{ artist_tickets: after, ticket_number: votes }: { artist_tickets: number; ticket_number: number },
): number | null {
	const overtaken = target.above.find((rival) => rival.tickets < after && rival.tickets >= after - votes);
	return overtaken?.rank ?? null;
}
