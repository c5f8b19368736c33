/** A picture of the last days: two bars for each, side by side. */
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { Day } from './days.ts';
import './day-bars.css';

interface DayBarsProps {
	days: readonly Day[];
	added: ReactNode;
	removed: ReactNode;
}

export function DayBars({ days, added, removed }: DayBarsProps) {
	const { timeZone } = useTimezone();
	const highest = Math.max(0, ...days.flatMap((day) => [day.added, day.removed]));
	if (highest === 0) return null;
	const height = (value: number) => ({ height: `${(Math.max(0, value) / highest) * 100}%` });
	return (
		<figure className="day-bars">
			<div className="day-bars-picture" aria-hidden="true">
				{days.map((day) => (
					<div key={day.time}>
						<span className="day-bar-added" style={height(day.added)} />
						<span className="day-bar-removed" style={height(day.removed)} />
					</div>
				))}
			</div>
			<figcaption aria-hidden="true">
				<span className="day-bar-added">{added}</span>
				<span className="day-bar-removed">{removed}</span>
			</figcaption>
			{/* A table itself would keep its width. */}
			<div className="visually-hidden">
				<table>
					<tbody>
						{days.map((day) => (
							<tr key={day.time}>
								<th scope="row">{formatDateTime(day.time, timeZone)}</th>
								<td>
									{added} {formatNumber(day.added)}
								</td>
								<td>
									{removed} {formatNumber(day.removed)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</figure>
	);
}
