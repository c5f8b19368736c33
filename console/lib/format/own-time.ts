/** Times in the operator's own zone, beside those of the site. */
import { formatMoment } from '#client/time.ts';
import { localTimeOf } from './time.ts';

/** Returns the moment (epoch seconds) of a local time in a zone: the earlier one where clocks are set back. */
export function secondsAt(local: string, timeZone: string): number {
	const asUtc = Date.parse(`${local.slice(0, 16)}Z`) / 1000;
	if (Number.isNaN(asUtc)) return asUtc;
	const shown = (seconds: number) => Date.parse(`${localTimeOf(seconds, timeZone)}Z`) / 1000;
	const near = asUtc - (shown(asUtc) - asUtc);
	// The offset at the guess may be that of another season than the moment's.
	return near - (shown(near) - asUtc);
}

/** Returns the time on the operator's own clock, or null if that clock shows the same. */
export function ownTimeOf(local: string, siteZone: string): string | null {
	const seconds = secondsAt(local, siteZone);
	if (Number.isNaN(seconds)) return null;
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
	if (localTimeOf(seconds, timeZone) === local.slice(0, 16)) return null;
	return formatMoment(seconds * 1000, timeZone);
}
