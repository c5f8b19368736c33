/** From Vote to Vote Successful: the two dialogs and what happens between them. The page says for whom, and reloads. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Problem } from '#client/problem.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { useSession } from '../../lib/session/session.tsx';
import { castVote, EarlierVoteCounted } from './cast-vote.ts';
import { VoteDialog } from './vote-dialog.tsx';
import { VoteSuccess } from './vote-success.tsx';
import type { VoteTarget } from './vote-target.ts';

export interface VoteFlowProps {
	/** For whom; null closes. Kept up to date by the page while the dialogs are open. */
	target: VoteTarget | null;
	/** A vote was cast: show its effect from now on. */
	onCast: (receipt: VoteReceipt, target: VoteTarget) => void;
	/** A dialog closed, with or without a vote: time to reload. The page clears the target when `finished`. */
	onClose: (finished: boolean) => void;
}

export function VoteFlow({ target, onCast, onClose }: VoteFlowProps) {
	// The last target lingers while a dialog leaves the screen.
	const [shown, setShown] = useState(target);
	if (target !== null && target !== shown) setShown(target);
	const [receipt, setReceipt] = useState<VoteReceipt | null>(null);
	const submit = useSubmit((cast) => {
		if (target) onCast(cast, target);
	});
	if (!shown) return null;
	const done = receipt !== null;
	return (
		<>
			<VoteDialog
				key={`${shown.rankingKey} ${shown.artist.artist_id}`}
				open={target !== null && !done}
				target={shown}
				onSubmit={async (votes) => {
					const cast = await submit(shown, votes);
					if (cast) setReceipt(cast);
				}}
				onClose={() => onClose(true)}
			/>
			<VoteSuccess
				open={target !== null && done}
				target={shown}
				votes={receipt?.ticket_number ?? 0}
				onAgain={() => {
					setReceipt(null);
					onClose(false);
				}}
				onClose={() => {
					setReceipt(null);
					onClose(true);
				}}
			/>
		</>
	);
}

/** Casts and says what went wrong; gives the receipt, or null when nothing was cast by this press. */
function useSubmit(onCast: (receipt: VoteReceipt) => void) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { update, refresh } = useSession();
	return async (target: VoteTarget, votes: number): Promise<VoteReceipt | null> => {
		const order = {
			rankingKey: target.rankingKey,
			artistId: target.artist.artist_id,
			votes,
			expectedCost: votes * target.ratio,
		};
		try {
			const receipt = await castVote(order);
			update({ gem_balance: receipt.gem_balance });
			onCast(receipt);
			return receipt;
		} catch (error) {
			// The balance on screen may be the reason, or no longer true.
			void refresh();
			if (error instanceof EarlierVoteCounted) {
				onCast(error.receipt);
				toast(t`Your earlier vote of ${error.receipt.ticket_number} was counted.`, 'success');
			} else {
				console.warn('The vote was not cast:', error);
				toast(error instanceof Problem && error.code === 400 ? textOf(error) : t`failed to vote`);
			}
			return null;
		}
	};
}
