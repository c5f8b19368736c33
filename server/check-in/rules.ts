/** The seven-day check-in. Pure: the last claim and the day go in, what can be claimed comes out. */
import { CHECK_IN_DAYS } from '#contract/values/constants.ts';

export interface Claim {
	day: string;
	sequence: number;
}

export const dayIn = (timeZone: string, epochMs: number): string =>
	Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/**
 * `current`: the day of the cycle that counts today, which is the next to claim or, after a claim, the one claimed.
 * A missed day resets only if `restartsAfterMiss`. A zone that moved back makes a claim of the future: it is today's.
 */
export function stateOn(today: string, last: Claim | null, restartsAfterMiss = false) {
	if (!last) return { current: 1, claimedThrough: 0, todayChecked: false };
	if (last.day >= today) return { current: last.sequence, claimedThrough: last.sequence, todayChecked: true };
	const missed = Temporal.PlainDate.from(last.day).until(today).days > 1;
	const begins = last.sequence >= CHECK_IN_DAYS || (missed && restartsAfterMiss);
	const claimed = begins ? 0 : last.sequence;
	return { current: claimed + 1, claimedThrough: claimed, todayChecked: false };
}
