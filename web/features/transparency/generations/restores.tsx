/** Says that the site was set back, and what that means for votes and lists. */
import { Trans } from '@lingui/react/macro';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { Restore } from '../../../lib/votes/get-vote-logs.ts';

export function Restores({ restores }: { restores: readonly Restore[] }) {
	return (
		<section aria-labelledby="restored">
			<h2 id="restored">
				<Trans>Lost votes</Trans>
			</h2>
			<div className="panel log-explanation">
				{restores.map((restore) => (
					<RestoreWords key={restore.begun_at} restore={restore} />
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

function RestoreWords({ restore: { restored_to, begun_at } }: { restore: Restore }) {
	const { timeZone, name: zone } = useTimezone();
	const [begun, moment] = [begun_at, restored_to].map((time) => `${formatDateTime(time, timeZone)} ${zone}`);
	return (
		<p>
			<Trans>
				On {begun}, after a failure, the site was restored to how it was at {moment}. Votes cast between these times do
				not count, and everybody has the gems that they had at the earlier one.
			</Trans>
		</p>
	);
}
