/** Says that the numbers below are not all votes yet, while the counting is behind the voting. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useDateTime } from '../../../lib/format/time.ts';

/** Counting is about a minute behind in any case. */
const BEHIND_SECONDS = 300;

export function StillCounting({ through }: { through: number | null }) {
	const dateTime = useDateTime();
	const [now] = useState(() => Date.now() / 1000);
	if (through !== null && now - through < BEHIND_SECONDS) return null;
	return (
		<output className="still-counting">
			{through === null ? (
				<Trans>No votes are counted here yet. The chart itself counts every vote at once.</Trans>
			) : (
				<Trans>
					Still counting: only votes until {dateTime(through)} are included below. The chart itself counts every vote at
					once.
				</Trans>
			)}
		</output>
	);
}
