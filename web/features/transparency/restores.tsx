/** Says that the site was set back, and what that means for votes and lists. */
import { Trans } from '@lingui/react/macro';
import { useTimezone } from '../../lib/site/get-site.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Restore } from '../../lib/votes/restores.ts';

export function Restores({ restores }: { restores: readonly Restore[] }) {
	const { timeZone, name: zone } = useTimezone();
	const timeOf = (time: number) => `${formatDateTime(time, timeZone)} ${zone}`;
	return (
		<section aria-labelledby="restored">
			<h2 id="restored">
				<Trans>Lost votes</Trans>
			</h2>
			<div className="panel log-explanation">
				{restores.map(({ restored_to, begun_at }) => (
					<p key={begun_at}>
						<Trans>
							After a failure, the site had to be restored on {timeOf(begun_at)}. Votes cast after {timeOf(restored_to)}{' '}
							and before that do not count, and wallets are as they were then.
						</Trans>
					</p>
				))}
				<p>
					<Trans>
						The lists go on under new addresses. Those from before stay as they were signed, with the lost votes, so
						that receipts can still be checked.
					</Trans>
				</p>
			</div>
		</section>
	);
}
