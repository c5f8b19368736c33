import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { nextRank, type VoteTarget } from './vote-target.ts';
import './vote-dialog.css';

interface NextRankPickProps {
	target: VoteTarget;
	/** Votes that the balance pays. Null for nobody's balance. */
	most: number | null;
	onPick: (text: string) => void;
}

/** What takes the next rank, or how near to it the balance reaches. */
export function NextRankPick({ target, most, onPick }: NextRankPickProps) {
	const next = nextRank(target, most ?? Number.POSITIVE_INFINITY);
	if (!next) return null;
	const votes = formatNumber(next.votes);
	return (
		<Button className="vote-pick-next" variant="quiet" onClick={() => onPick(String(next.votes))}>
			{next.left === 0 ? (
				<Trans>
					{votes} → #{next.rank}
				</Trans>
			) : (
				<Trans>
					{votes} → {formatNumber(next.left)} to #{next.rank}
				</Trans>
			)}
		</Button>
	);
}
