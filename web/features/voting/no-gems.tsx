/** In the vote dialog of a fan who cannot pay for one vote: what one costs, and today's claim if it waits. */
import { Plural, Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { useWaitingClaim } from '../../lib/check-in/get-config.ts';
import { useClaim } from '../../lib/check-in/use-claim.ts';
import './no-gems.css';

/** `ratio`: gems a vote costs. */
export function NoGems({ ratio }: { ratio: number }) {
	const waiting = useWaitingClaim();
	const { claim, isClaiming, refusal } = useClaim();
	return (
		<div className="no-gems">
			<p>
				<Plural value={ratio} one="One vote takes # gem." other="One vote takes # gems." />{' '}
				{waiting !== null && waiting >= ratio && <Trans>Today’s claim is your first vote.</Trans>}
			</p>
			{waiting !== null && (
				<Button
					variant="fan"
					block
					busy={isClaiming}
					icon={<GemIcon />}
					onClick={(event) => claim(event.currentTarget)}
				>
					<Trans>Claim {formatNumber(waiting)} gems</Trans>
				</Button>
			)}
			{refusal !== null && <p role="alert">{refusal}</p>}
		</div>
	);
}
