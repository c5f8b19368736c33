import { useEffect, useState } from 'react';
import type { Chart } from '#contract/rankings.ts';
import { followChart } from './follow-chart.ts';

/**
 * Follows the chart while the component is mounted. Returns true while the server pushes charts. `onChart` must be
 * stable.
 */
export function useLiveChart(
	rankingKey: string | undefined,
	onChart: (rankingKey: string, chart: Chart) => void,
): boolean {
	const [live, setLive] = useState(false);
	useEffect(() => {
		if (rankingKey === undefined) return undefined;
		return followChart(rankingKey, { onChart: (chart) => onChart(rankingKey, chart), onLive: setLive });
	}, [rankingKey, onChart]);
	return live;
}
