/** Says that a key of the lists was withdrawn, and what that means for votes and receipts. */
import { Trans } from '@lingui/react/macro';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';

export function Revocations({ times }: { times: readonly number[] }) {
	const { timeZone, name: zone } = useTimezone();
	return (
		<section aria-labelledby="revoked">
			<h2 id="revoked">
				<Trans>Withdrawn key</Trans>
			</h2>
			<div className="panel log-explanation">
				{times.map((time) => {
					const moment = `${formatDateTime(time, timeZone)} ${zone}`;
					return (
						<p key={time}>
							<Trans>
								On {moment}, we withdrew the key that signs the lists, because somebody else may have it. No vote was
								lost.
							</Trans>
						</p>
					);
				})}
				<p>
					<Trans>
						The lists go on under new addresses and a new key, with every entry. Receipts from before that still hold.
						What the old key signed later counts for nothing.
					</Trans>
				</p>
			</div>
		</section>
	);
}
