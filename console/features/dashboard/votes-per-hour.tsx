/** Votes of every hour of the day, against yesterday's. The same numbers stand in a table for those who cannot see it. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { formatNumber } from '../../lib/numbers.ts';
import './votes-per-hour.css';

const HEIGHT_PX = 280;

export function VotesPerHour({ hours }: { hours: Dashboard['votes_by_hour'] }) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const { today, yesterday } = hours;
	useEffect(() => {
		const element = place.current;
		return element ? drawIn(element, today, yesterday) : undefined;
	}, [today, yesterday]);
	return (
		<>
			<div ref={place} className="votes-plot" aria-hidden="true" />
			<table className="visually-hidden">
				<caption>{t`Votes per hour`}</caption>
				<thead>
					<tr>
						<th scope="col">{t`Hour`}</th>
						<th scope="col">{t`Today`}</th>
						<th scope="col">{t`Yesterday`}</th>
					</tr>
				</thead>
				<tbody>
					{today.map((votes, hour) => (
						<tr key={hour}>
							<th scope="row">{hour}</th>
							<td>{votes ?? '–'}</td>
							<td>{yesterday[hour] ?? '–'}</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}

/** Follows the width of its place; gives how to take it away. */
function drawIn(element: HTMLElement, today: (number | null)[], yesterday: (number | null)[]): () => void {
	const style = getComputedStyle(element);
	const ink = (name: string) => style.getPropertyValue(name).trim();
	const axis = { stroke: ink('--tx3'), grid: { stroke: ink('--line'), width: 1 }, ticks: { show: false } };
	const line = { width: 2, points: { show: false } };
	const plot = new uPlot(
		{
			width: Math.max(element.clientWidth, 200),
			height: HEIGHT_PX,
			legend: { show: false },
			cursor: { show: false },
			scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(most, 1)] } },
			axes: [
				{ ...axis, grid: { show: false }, values: (_, hours) => hours.map((hour) => `${hour}:00`) },
				{ ...axis, size: 64, values: (_, votes) => votes.map(formatNumber) },
			],
			series: [
				{},
				{ ...line, stroke: ink('--tx3'), dash: [4, 4] },
				{ ...line, stroke: ink('--pri'), fill: ink('--s2') },
			],
		},
		[today.map((_, hour) => hour), yesterday, today],
		element,
	);
	const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
	observer.observe(element);
	return () => {
		observer.disconnect();
		plot.destroy();
	};
}
