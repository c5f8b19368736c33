/** A time in the site's zone, with the zone's name: `Nov 20, 2026, 18:00 KST`. */
import { useTimezone } from '../site/get-site.ts';
import { formatDateTime } from '../time.ts';

/** Takes seconds since the epoch. */
export function useMoment(): (seconds: number) => string {
	const { timeZone, name } = useTimezone();
	return (seconds) => `${formatDateTime(seconds, timeZone)} ${name}`;
}

export function Moment({ seconds, className }: { seconds: number; className?: string }) {
	return (
		<time className={className} dateTime={new Date(seconds * 1000).toISOString()}>
			{useMoment()(seconds)}
		</time>
	);
}
