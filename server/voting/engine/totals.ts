/**
 * Artists' tickets over all shards, for the answers of a distributed site: a batch sees only the tallies of its own shard.
 * They are those of the last standing, with the votes that this process has cast since.
 */
import type { Db } from '#server/kernel/database.ts';
import type { Ballot, Decision } from '../ballot.ts';
import type { Undecided } from './sql.ts';

export interface Totals {
	/** Returns the tickets of each ballot's artist before the batch, or null if they are not known. */
	before(ballots: readonly Ballot[]): Promise<((ballot: Ballot) => number | null) | null>;
	/** Keeps what the batch has added. */
	add(ballots: readonly Ballot[], decisions: readonly (Decision | Undecided)[]): void;
}

/** On one server a batch sees all tallies. */
export const NO_TOTALS: Totals = { before: () => Promise.resolve(null), add: () => undefined };

/** Age after which a ranking's totals are read again, in the background. */
const AGE_MAX_MS = 500;
/** A standing is behind the votes by less. Later, a smaller total counts: votes were voided. */
const BEHIND_MS = 3_000;

interface Known {
	readAt: number;
	tickets: Map<number, { count: number; castAt: number }>;
	reading: Promise<void> | null;
}

export function openTotals(db: Db): Totals {
	const rankings = new Map<string, Known>();

	async function read(key: string, known: Known): Promise<void> {
		const rows = await db.query<{ artistId: number; tickets: number }>({
			name: 'select_totals',
			text: `select artist_id as "artistId", of_artist as tickets from standing join ranking using (ranking_id),
				unnest(artist_ids, tickets) as artist (artist_id, of_artist) where ranking_key = $1`,
			values: [key],
		});
		const now = performance.now();
		for (const { artistId, tickets } of rows) {
			const last = known.tickets.get(artistId);
			const isBehind = last !== undefined && last.count > tickets && now - last.castAt < BEHIND_MS;
			if (!isBehind) known.tickets.set(artistId, { count: tickets, castAt: 0 });
		}
		known.readAt = now;
	}

	/** Waits for the first read only. A failed one leaves what was known. */
	async function refresh(key: string): Promise<void> {
		const known = rankings.get(key) ?? { readAt: -Infinity, tickets: new Map(), reading: null };
		rankings.set(key, known);
		if (performance.now() - known.readAt < AGE_MAX_MS) return;
		known.reading ??= read(key, known)
			.catch(() => undefined)
			.finally(() => (known.reading = null));
		if (known.readAt === -Infinity) await known.reading;
	}

	return {
		async before(ballots) {
			await Promise.all([...new Set(ballots.map(({ rankingKey }) => rankingKey))].map(refresh));
			return ({ rankingKey, artistId }) => rankings.get(rankingKey)?.tickets.get(artistId)?.count ?? 0;
		},
		add(ballots, decisions) {
			for (const [index, { rankingKey, artistId }] of ballots.entries()) {
				const decision = decisions[index];
				const known = rankings.get(rankingKey);
				if (!known || typeof decision !== 'object' || !('cast' in decision)) continue;
				const count = Math.max(known.tickets.get(artistId)?.count ?? 0, decision.cast.artistTickets);
				known.tickets.set(artistId, { count, castAt: performance.now() });
			}
		},
	};
}
