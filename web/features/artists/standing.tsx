/** Rank and votes in the current monthly ranking. */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { RankInfo } from '#contract/artists.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import './standing.css';

export function Standing({ standing }: { standing: RankInfo | null }) {
	if (!standing) {
		return (
			<p className="standing-none">
				<Trans>Not in the current monthly ranking</Trans>
			</p>
		);
	}
	return (
		<dl className="standing">
			<div>
				<dt>
					<Trans>Current ranking</Trans>
				</dt>
				<dd className={`standing-rank-${standing.rank}`}>{formatNumber(standing.rank)}</dd>
			</div>
			<div>
				<dt>
					<Trans>Current votes</Trans>
				</dt>
				<dd>
					<CountRoll text={formatNumber(standing.ticket_number)} />
				</dd>
			</div>
		</dl>
	);
}
