import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Chart } from '#contract/rankings.ts';

/** Votes a minute, or in a quiet minute what the race is about. */
export function HallPace({ chart: { artist_list: list, votes_per_minute } }: { chart: Chart }) {
	const [leader, second] = list;
	if (votes_per_minute > 0 || !leader?.tickets || !second) {
		return <Trans>{formatNumber(votes_per_minute)} votes a minute</Trans>;
	}
	const gap = leader.tickets - second.tickets;
	if (gap === 0) return <Trans>#2 is level with #1</Trans>;
	return <Trans>#1 leads by {formatNumber(gap)}</Trans>;
}
