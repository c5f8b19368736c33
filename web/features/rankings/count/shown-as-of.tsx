/** Says of which time the numbers are while votes cannot be counted, or while the device is offline. */
import { Trans, useLingui } from '@lingui/react/macro';
import { secondsAt } from '#client/server-clock.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatTime } from '../../../lib/time.ts';
import '../chart/chart-head.css';

export function ShownAsOf({ seconds }: { seconds: number }) {
	const { t } = useLingui();
	const { timeZone, name } = useTimezone();
	const time = formatTime(seconds, timeZone);
	return (
		<output className="shown-as-of block muted semibold text-s">{t`Shown as of ${time} ${name}. Live updates will be back shortly.`}</output>
	);
}

/** `receivedAtMs` is the arrival of the numbers on the page's monotonic clock. Always rendered, or it is not announced. */
export function OfflineNote({ receivedAtMs }: { receivedAtMs: number }) {
	const online = useOnline();
	const { timeZone, name } = useTimezone();
	const time = formatTime(secondsAt(receivedAtMs), timeZone);
	return (
		<output className="shown-as-of block muted semibold text-s">
			{!online && (
				<Trans>
					Offline, numbers from {time} {name}
				</Trans>
			)}
		</output>
	);
}
