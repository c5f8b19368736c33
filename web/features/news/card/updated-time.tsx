/** `Nov 20, 2026, 18:00 KST`. */
import { formatDateTime } from '../../../lib/time.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';

export function UpdatedTime({ seconds }: { seconds: number }) {
	const { timeZone, name } = useTimezone();
	return (
		<time dateTime={new Date(seconds * 1000).toISOString()}>
			{formatDateTime(seconds, timeZone)} {name}
		</time>
	);
}
