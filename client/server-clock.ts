/** The server's clock, carried on by the page's monotonic one: a device's own may be days off, and judges no promise. */

/** Milliseconds of the server's clock at zero of the page's monotonic clock. */
let origin = Number.NEGATIVE_INFINITY;
let isGuessed = false;

/**
 * `milliseconds`: a time that the server has just told. NaN is ignored. `isGuess`: it told it earlier, and the device says how
 * much, whose clock may have been set since: any later word of the server's counts more.
 */
export function noteServerTime(milliseconds: number, isGuess = false): void {
	const told = milliseconds - performance.now();
	// An answer from a cache tells an earlier time, and the monotonic clock may stand still while a device sleeps.
	if (told > (isGuessed ? Number.NEGATIVE_INFINITY : origin)) [origin, isGuessed] = [told, isGuess];
}

/** Returns the server's time in seconds since the epoch. Null if the server has told none yet. */
export const serverSeconds = (): number | null =>
	Number.isFinite(origin) ? (origin + performance.now()) / 1000 : null;

/** Returns the best guess at the time in seconds since the epoch: the device's own, until the server has told its time. */
export const presentSeconds = (): number => serverSeconds() ?? Date.now() / 1000;

/** The same for a moment of the page's monotonic clock, in milliseconds. */
export const secondsAt = (pageMs: number): number => presentSeconds() - (performance.now() - pageMs) / 1000;
