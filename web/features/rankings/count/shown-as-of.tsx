/** Shows the time of the chart while votes cannot be counted. */
import { Trans } from '@lingui/react/macro';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatTime } from '../../../lib/time.ts';
import './shown-as-of.css';

/** `seconds` since the epoch. */
export function ShownAsOf({ seconds }: { seconds: number }) {
	const { timeZone, name } = useTimezone();
	const time = formatTime(seconds, timeZone);
	return (
		<output className="shown-as-of">
			<Trans>
				Shown as of {time} {name}. Live updates will be back shortly.
			</Trans>
		</output>
	);
}
