/** A race as a table: the order at the end of each day, latest first. It never scrolls sideways. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Race } from '#contract/race.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime, formatDays } from '../../../lib/time.ts';
import { lastOfDays, orderAt } from './plot.ts';
import './race-table.css';

export function RaceTable({ race: { times, lines } }: { race: Race }) {
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const shown = lastOfDays(times, (seconds) => formatDays(seconds, seconds + 1, timeZone)).toReversed();
	return (
		<table className="race-table" aria-label={t`The race as a table`}>
			<thead>
				<tr>
					<th scope="col">
						<Trans>Time</Trans>
					</th>
					<th scope="col">
						<Trans>Rank</Trans>
					</th>
					<th scope="col">
						<Trans>Artist</Trans>
					</th>
					<th scope="col">
						<Trans>Votes</Trans>
					</th>
				</tr>
			</thead>
			{shown.map((index) => (
				<tbody key={times[index]}>
					{orderAt(lines, index)
						.filter(({ ranks }) => ranks[index] !== null)
						.map((line, place, standing) => (
							<tr key={line.artist_id}>
								{place === 0 && (
									<th scope="rowgroup" rowSpan={standing.length}>
										{formatDateTime(times[index] ?? 0, timeZone)}
									</th>
								)}
								<td>{formatNumber(line.ranks[index] ?? 0)}</td>
								<td>{line.en_name}</td>
								<td>{formatNumber(line.tickets[index] ?? 0)}</td>
							</tr>
						))}
				</tbody>
			))}
		</table>
	);
}
