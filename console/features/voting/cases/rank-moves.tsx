/** Shows what a void would do to the ranks. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import { previewVoid, type RankMove } from '#contract/operator/voting/cases.ts';
import { readOf } from '../../../lib/api/queries.ts';
import './cases.css';

/** As many as fit beside the form. */
const SHOWN = 6;

/** What voiding all votes of a case would do now. */
export function VoidEffect({ caseId }: { caseId: number }) {
	const { data } = useQuery(readOf(previewVoid, { params: { case_id: caseId } }, { staleTime: 0 }));
	return data ? <RankMoves moves={data.rank_moves} /> : null;
}

export function RankMoves({ moves }: { moves: readonly RankMove[] }) {
	const ranksStay = moves.every(({ rank, rank_after }) => rank === rank_after);
	if (moves.length === 0) return null;
	return (
		<div className="rank-moves">
			<p>
				{ranksStay ? <Trans>Voiding these votes changes no rank:</Trans> : <Trans>If these votes are voided:</Trans>}
			</p>
			<ul>
				{moves.slice(0, SHOWN).map((move) => (
					<li key={move.artist_id} className={directionOf(move)}>
						<span className="rank-moves-place">
							{move.rank === move.rank_after ? (
								<>#{move.rank}</>
							) : (
								<>
									#{move.rank} → #{move.rank_after}
								</>
							)}
						</span>
						<b>{move.en_name}</b>
						<span className="rank-moves-votes">
							{move.tickets === move.tickets_after
								? formatNumber(move.tickets)
								: `${formatNumber(move.tickets)} → ${formatNumber(move.tickets_after)}`}
						</span>
					</li>
				))}
			</ul>
			{moves.length > SHOWN && (
				<p className="cell-detail">
					<Trans>More artists move as well.</Trans>
				</p>
			)}
		</div>
	);
}

function directionOf({ rank, rank_after }: RankMove): string {
	if (rank === rank_after) return 'stays';
	return rank_after < rank ? 'rises' : 'falls';
}
