/** Finds unusual parts of a ranking's votes. Pure. A result is a hint for review, never a judgment. */
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

/** Minimum: fewer votes are never unusual. */
const VOTES_MIN = 50;
/** Maximum usual share of all tickets from one network, and from accounts younger than a day. */
const NETWORK_SHARE = 0.05;
const NEW_SHARE = 0.2;
/** An hour is unusual from this multiple of the median hour on. */
const HOUR_TIMES = 5;
/** An artist's source is unusual above this multiple of its share in the ranking, and above this share. */
const ARTIST_TIMES = 3;
const ARTIST_SHARE = 0.1;

/** Returns why a part is unusual, or null. `parts` are all of its kind: an hour is compared with the others. */
export function unusualOf(part: Part, whole: Whole, parts: readonly Part[]): string | null {
	if (part.value === '' || part.votes < VOTES_MIN || whole.tickets === 0) return null;
	const share = part.tickets / whole.tickets;
	if (part.kind === 'network' && share >= NETWORK_SHARE) return `One network gave ${percent(share)} of all votes`;
	if (part.kind === 'age' && ['hour', 'day'].includes(part.value) && share >= NEW_SHARE)
		return `Accounts of less than ${part.value === 'hour' ? 'an hour' : 'a day'} gave ${percent(share)} of all votes`;
	if (part.kind === 'hour') {
		const usual = median(parts.map(({ tickets }) => tickets));
		if (parts.length >= 6 && part.tickets >= HOUR_TIMES * usual)
			return `${Math.round(part.tickets / Math.max(1, usual))} times the votes of a usual hour`;
	}
	return null;
}

/** Does the same for one artist, and also compares the artist's sources with those of the whole ranking. */
export function unusualOfArtist(part: Part, artist: Whole, same: Part | undefined, ranking: Whole): string | null {
	if (part.value === '' || part.votes < VOTES_MIN || part.kind === 'hour') return null;
	const share = part.tickets / Math.max(1, artist.tickets);
	const others = Math.max(0, (same?.tickets ?? 0) - part.tickets) / Math.max(1, ranking.tickets - artist.tickets);
	if (share < ARTIST_SHARE || share < ARTIST_TIMES * others) return null;
	// Without votes for other artists there is nothing to compare with.
	if (ranking.tickets === artist.tickets) return null;
	if (part.kind === 'age' && !['hour', 'day'].includes(part.value)) return null;
	return `${percent(share)} of this artist’s votes, ${percent(others)} of the others’`;
}

/** Fewer votes for an artist, or in a ranking, are too few to judge a fan by. */
const FAN_TICKETS_MIN = 1_000;
/** A fan is unusual from this share of an artist's votes on, and of a ranking's. */
const FAN_SHARES = { artist: 0.25, ranking: 0.1 } as const;

export function unusualFanOf({ tickets, of }: { tickets: number; of: number }, what: keyof typeof FAN_SHARES) {
	const share = tickets / Math.max(1, of);
	if (of < FAN_TICKETS_MIN || share < FAN_SHARES[what]) return null;
	return `One fan gave ${percent(share)} of ${what === 'artist' ? 'this artist’s' : 'all'} votes`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
