import { useEffect, useRef, useState } from 'react';
import { presentSeconds, secondsAt } from '#client/server-clock.ts';
import { storedValue } from '#ui/stored.ts';
import type { LiveChart } from './get-chart.ts';

interface KeptChart {
	chart: LiveChart;
	seenAt: number;
}

const storageOf = (mainTab: string) =>
	storedValue<KeptChart>(`lightstick.chart.${mainTab}`, (found) => {
		const kept = found as Partial<KeptChart>;
		if (!kept.chart || !kept.seenAt) return null;
		const received_at = performance.now() - (presentSeconds() - kept.seenAt) * 1_000;
		return { chart: { ...kept.chart, received_at }, seenAt: kept.seenAt };
	});

/** Keeps `chart` when the page is left or hidden. Returns the one kept before, if it is of the same ranking. */
export function useKeptChart(mainTab: string, rankingKey: string, chart: LiveChart | undefined): KeptChart | null {
	const latest = useRef(chart);
	const [kept] = useState(() => storageOf(mainTab).get());
	useEffect(() => void (latest.current = chart), [chart]);
	useEffect(() => {
		const keep = () => {
			const { current } = latest;
			if (current) storageOf(mainTab).set({ chart: current, seenAt: secondsAt(current.received_at ?? 0) });
		};
		document.addEventListener('visibilitychange', keep);
		return () => {
			document.removeEventListener('visibilitychange', keep);
			keep();
		};
	}, [mainTab]);
	return kept?.chart.ranking_config.ranking_key === rankingKey ? kept : null;
}
