/** When votes come: the time at which a given number of votes is expected to have come. */
import type { Random } from '../../../demo/art/random.ts';
import type { Agenda } from './agenda.ts';

export interface Curve {
	/** Milliseconds at which so many votes are expected. */
	timeOf(votes: number): number;
	/** Milliseconds after which nobody votes. */
	endMs: number;
}

/** A rate that does not change. */
export const steady = (perSecond: number, endMs: number): Curve => ({
	timeOf: (votes) => (votes * 1000) / perSecond,
	endMs,
});

/**
 * A deadline: the rate rises evenly for two minutes, from nothing at all to four thirds of its mean in the last minute.
 * The first quarter has few votes and is left out, so the curve is one and a half minutes long.
 * @param perSecond mean rate of the last minute
 * @param minuteMs length of a minute; tests take a shorter one
 */
export function deadline(perSecond: number, minuteMs = 60_000): Curve {
	const leftOutMs = minuteMs / 2;
	const slope = perSecond / 1000 / (1.5 * minuteMs);
	return {
		timeOf: (votes) => Math.sqrt(leftOutMs ** 2 + (2 * votes) / slope) - leftOutMs,
		endMs: 1.5 * minuteMs,
	};
}

/** Lets votes come by chance along the curve, each independent of the others. */
export function follow(agenda: Agenda, curve: Curve, random: Random, arrive: () => void): void {
	let expected = 0;
	const next = () => {
		expected -= Math.log(1 - random.next());
		const at = curve.timeOf(expected);
		if (at >= curve.endMs) return;
		agenda.at(at, () => {
			next();
			arrive();
		});
	};
	next();
}
