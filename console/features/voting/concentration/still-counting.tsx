/** Says how many of the votes the sources below include, while the counting is behind the voting. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { Concentration } from '#contract/operator/voting/concentration.ts';
import { useDateTime } from '../../../lib/format/time.ts';

/** Counting is about a minute behind in any case. */
const BEHIND_SECONDS = 300;

export function StillCounting({ seen }: { seen: Concentration }) {
	const dateTime = useDateTime();
	const [now] = useState(() => Date.now() / 1000);
	const { tickets, cast_tickets: cast, counted_through_time: through } = seen;
	const isBehind = through === null || tickets === 0 || now - through >= BEHIND_SECONDS;
	if (!isBehind || tickets >= cast) return null;
	return (
		<output className="still-counting">
			<Trans>
				Counting: {formatNumber(tickets)} of {formatNumber(cast)} votes so far.
			</Trans>{' '}
			{through !== null && <Trans>The sources below include votes until {dateTime(through)}.</Trans>}{' '}
			<Trans>The chart itself counts every vote at once.</Trans>
		</output>
	);
}
