/** Who stood where at one moment of a race. */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { RaceLine } from '#contract/race.ts';
import { fanStyle } from '#ui/fan-color.ts';

export interface RaceOrderProps {
	/** In the order of that moment. */
	lines: readonly RaceLine[];
	index: number;
	moment: string;
}

export function RaceOrder({ lines, index, moment }: RaceOrderProps) {
	return (
		<div className="race-order">
			<p className="race-moment">{moment}</p>
			<ol>
				{lines.map((line) => (
					<li key={line.artist_id} className="fan" style={fanStyle(line.fan_color)}>
						<RaceRank rank={line.ranks[index] ?? null} />
						<span className="race-name">{line.en_name}</span>
						<b>{formatNumber(line.tickets[index] ?? 0)}</b>
					</li>
				))}
			</ol>
		</div>
	);
}

function RaceRank({ rank }: { rank: number | null }) {
	return (
		<span className="race-rank">
			{rank === null ? null : (
				<>
					<span className="visually-hidden">
						<Trans>Rank {rank}</Trans>
					</span>
					<span aria-hidden="true">{formatNumber(rank)}</span>
				</>
			)}
		</span>
	);
}
