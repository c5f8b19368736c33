/** Plots today's votes per hour against yesterday's. A table holds the same numbers for screen readers. */
import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { drawPlot } from '../../lib/plot.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { fanColors } from '#ui/fan-color.ts';
import { type Theme, useTheme } from '#ui/theme.ts';
import './dashboard.css';

type Hours = Dashboard['votes_by_hour'];

const HEIGHT_PX = 280;

/** `color`: of the leading artist, for the line. */
export function VotesPerHour({ hours, color }: { hours: Hours; color: string | null }) {
	const [theme] = useTheme();
	const place = useRef<HTMLDivElement>(null);
	const { today, yesterday } = hours;
	useEffect(() => {
		const element = place.current;
		return element ? drawIn(element, { today, yesterday }, inkOf(color, theme)) : undefined;
	}, [today, yesterday, color, theme]);
	return (
		<>
			<p className="cell-detail block faint regular text-xs">Line: today. Dashed: yesterday.</p>
			<div ref={place} className="votes-plot min-0 clipped" aria-hidden="true" />
			<table className="visually-hidden">
				<caption>Votes per hour</caption>
				<thead>
					<tr>
						<th scope="col">Hour</th>
						<th scope="col">Today</th>
						<th scope="col">Yesterday</th>
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

function inkOf(color: string | null, theme: Theme): string | null {
	if (color === null) return null;
	const { textOnDark, textOnLight } = fanColors(color);
	return theme === 'light' ? textOnLight : textOnDark;
}

/** Without a color, it is the site's own white. */
function drawIn(element: HTMLElement, { today, yesterday }: Hours, color: string | null): () => void {
	const font = `500 12px ${getComputedStyle(element).fontFamily}`;
	const line = { width: 2, points: { show: false } };
	return drawPlot(element, HEIGHT_PX, [today.map((_, hour) => hour), yesterday, today], ({ ink, axis }) => {
		const stroke = color ?? ink('--pri');
		return {
			cursor: { show: false },
			scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(most * 1.08, 1)] } },
			axes: [
				{
					...axis,
					font,
					incrs: [1, 2, 3, 4, 6, 12],
					grid: { show: false },
					values: (_, hours) => hours.map((hour) => `${hour}:00`),
				},
				{ ...axis, font, size: 64, values: (_, votes) => votes.map(formatNumber) },
			],
			series: [
				{},
				{ ...line, stroke: ink('--tx3'), dash: [4, 4] },
				{ ...line, stroke, fill: (drawn) => fadeOf(drawn, stroke) },
			],
		};
	});
}

/** Returns the line's color, fading to transparent at the bottom. */
function fadeOf({ ctx, bbox }: uPlot, color: string): CanvasGradient {
	const fade = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
	fade.addColorStop(0, `${color}66`);
	fade.addColorStop(1, `${color}00`);
	return fade;
}
