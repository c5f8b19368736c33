/** Gems for fans whose votes failed during a resolved incident: first who gets how many, then the request. */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { makeGoodFor } from '#contract/operator/incidents/incidents.ts';
import { useDateTime } from '../../lib/format/time.ts';
import { useMay } from '../../lib/session/operator.tsx';
import type { Incident } from './get-incidents.ts';
import { MakeGoodPreview } from './make-good-preview.tsx';

export function MakeGood({ incident }: { incident: Incident }) {
	const may = useMay();
	return (
		<section className="incident-section">
			<h3>
				<Trans>Make good</Trans>
			</h3>
			<p className="incident-meta">
				<Trans>Gives fans the gems that votes would have cost which failed by our fault, once per incident.</Trans>
			</p>
			<Given incident={incident} />
			{incident.state !== 'resolved' && (
				<p>
					<Trans>Resolve the incident first.</Trans>
				</p>
			)}
			{incident.state === 'resolved' && may(makeGoodFor) && <MakeGoodPreview incident={incident} />}
		</section>
	);
}

function Given({ incident }: { incident: Incident }) {
	const dateTime = useDateTime();
	return incident.make_goods.map(({ fans, gems, given, decided_time: decided, finished_time: finished }) => (
		<p key={decided}>
			<Trans>
				{dateTime(decided)}: {formatNumber(given)} of {formatNumber(gems)} gems given to {formatNumber(fans)} fans
			</Trans>
			{finished === null ? '…' : null}
		</p>
	));
}
