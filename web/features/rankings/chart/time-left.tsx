import { Trans } from '@lingui/react/macro';
import { twoDigits, useTimeLeft } from './countdown.ts';

/** `9d 05h 12m left`; in the last hour minutes and seconds; at zero `0s`. */
export function TimeLeftText({ endCountdown, receivedAtMs }: { endCountdown: number; receivedAtMs: number }) {
	const { days, hours, minutes, seconds, total } = useTimeLeft(endCountdown, receivedAtMs);
	if (total === 0) return <Trans>0s</Trans>;
	if (total < 3_600)
		return (
			<Trans>
				{twoDigits(minutes)}m {twoDigits(seconds)}s left
			</Trans>
		);
	return (
		<Trans>
			{days}d {twoDigits(hours)}h {twoDigits(minutes)}m left
		</Trans>
	);
}
