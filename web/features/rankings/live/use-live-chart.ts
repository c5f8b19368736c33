import { useEffect, useState } from 'react';
import type { Chart } from '#contract/rankings.ts';

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
		let stop: (() => void) | null = null;
		let left = false;
		const follow = async () => {
			const { followChart } = await import('./follow-chart.ts');
			if (!left) stop = followChart(rankingKey, { onChart: (chart) => onChart(rankingKey, chart), onLive: setLive });
		};
		follow().catch((error: unknown) => console.warn('The chart is not followed:', error));
		return () => {
			left = true;
			stop?.();
		};
	}, [rankingKey, onChart]);
	return live;
}
