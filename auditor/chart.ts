/** The recounted chart of a log. */
import type { LogState } from './log-state.ts';
import { countedOf, NO_VOTES } from './memory/vote-ledger.ts';

export interface ChartLine {
	/** Equal for equal counts. */
	rank: number;
	artistId: number;
	names: readonly string[];
	counted: number;
	/** Voided and not restored. */
	voided: number;
}

export function chartOf({ names, ledger }: LogState): ChartLine[] {
	const ids = [...new Set([...names.keys(), ...ledger.tallies.keys()])];
	const lines = ids.map((artistId) => {
		const tally = ledger.tallies.get(artistId) ?? NO_VOTES;
		const voided = tally.voided - tally.restored;
		return { rank: 1, artistId, names: names.get(artistId) ?? [], counted: countedOf(tally), voided };
	});
	const sorted = lines.toSorted((one, other) => other.counted - one.counted || one.artistId - other.artistId);
	for (const [at, line] of sorted.entries()) {
		const above = sorted[at - 1];
		line.rank = above?.counted === line.counted ? above.rank : at + 1;
	}
	return sorted;
}
