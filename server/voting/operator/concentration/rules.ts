/** What of a ranking's votes stands out. Pure. A hint to look closer, never a judgment. */
import type { ConcentrationKind } from '#contract/operator/voting/concentration.ts';

export interface Part {
	kind: ConcentrationKind;
	value: string;
	votes: number;
	tickets: number;
}

export interface Whole {
	votes: number;
	tickets: number;
}

/** A handful of votes is never unusual. */
const VOTES_MIN = 50;
/** Of all tickets: what one network, and what accounts of less than a day, may give. */
const NETWORK_SHARE = 0.05;
const NEW_SHARE = 0.2;
/** An hour against the usual one. */
const HOUR_TIMES = 5;
/** An artist against the ranking: so many times the share, and so large a share. */
const ARTIST_TIMES = 3;
const ARTIST_SHARE = 0.1;

/** Null where nothing stands out, else why. `parts` are all of the kind: an hour is held against the others. */
export function unusualOf(part: Part, whole: Whole, parts: readonly Part[]): string | null {
	if (part.value === '' || part.votes < VOTES_MIN || whole.tickets === 0) return null;
	const share = part.tickets / whole.tickets;
	if (part.kind === 'network' && share >= NETWORK_SHARE) return `One network gave ${percent(share)} of all votes`;
	if (part.kind === 'age' && ['hour', 'day'].includes(part.value) && share >= NEW_SHARE) {
		return `Accounts of less than ${part.value === 'hour' ? 'an hour' : 'a day'} gave ${percent(share)} of all votes`;
	}
	if (part.kind === 'hour') {
		const usual = median(parts.map(({ tickets }) => tickets));
		if (parts.length >= 6 && part.tickets >= HOUR_TIMES * usual) {
			return `${Math.round(part.tickets / Math.max(1, usual))} times the votes of a usual hour`;
		}
	}
	return null;
}

/** The same for one artist, held against the whole ranking too: whose votes come from elsewhere than everybody's. */
export function unusualOfArtist(part: Part, artist: Whole, same: Part | undefined, ranking: Whole): string | null {
	if (part.value === '' || part.votes < VOTES_MIN || part.kind === 'hour') return null;
	const share = part.tickets / Math.max(1, artist.tickets);
	const others = Math.max(0, (same?.tickets ?? 0) - part.tickets) / Math.max(1, ranking.tickets - artist.tickets);
	if (share < ARTIST_SHARE || share < ARTIST_TIMES * others) return null;
	// Where nobody else has votes there is nothing to be held against.
	if (ranking.tickets === artist.tickets) return null;
	if (part.kind === 'age' && !['hour', 'day'].includes(part.value)) return null;
	return `${percent(share)} of this artist’s votes, ${percent(others)} of the others’`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
