/**
 * Runs a vote from the Vote button to "Vote Successful": two dialogs and the call between them. The page supplies the
 * target and reloads afterwards.
 */
import { useLingui } from '@lingui/react/macro';
import { startTransition, type ReactNode, useState } from 'react';
import { Problem } from '#client/problem.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { useSession } from '../../lib/session/session.tsx';
import { type CastVote, castVote, deviceDeps, EarlierVoteCounted } from './cast-vote.ts';
import { VoteDialog } from './vote-dialog.tsx';
import { VoteSuccess } from './vote-success.tsx';
import { takenBy, type VoteTarget } from './vote-target.ts';

export interface VoteFlowProps {
	/** The artist to vote for. Null closes the dialogs. The page keeps it up to date while they are open. */
	target: VoteTarget | null;
	/** Path that opens this vote again, after a purchase. */
	returnTo: string;
	/** What a fan who comes back had typed. */
	typed: string;
	/** A vote was cast: show its effect from now on. */
	onCast: (receipt: VoteReceipt, target: VoteTarget) => void;
	/**
	 * Called when a dialog closes, with or without a vote, so that the page reloads. If `finished`, the page clears the
	 * target.
	 */
	onClose: (finished: boolean) => void;
	/** A button that shares the vote. */
	share?: ReactNode;
}

export function VoteFlow({ target, returnTo, typed, onCast, onClose, share }: VoteFlowProps) {
	// Keep the last target while a dialog fades out.
	const [shown, setShown] = useState(target);
	if (target !== null && target !== shown) setShown(target);
	const [receipt, setReceipt] = useState<CastVote | null>(null);
	const [taken, setTaken] = useState<number | null>(null);
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
				returnTo={returnTo}
				typed={typed}
				onSubmit={async (votes) => {
					const cast = await submit(shown, votes);
					if (cast) {
						setTaken(takenBy(shown, cast));
						setReceipt(cast);
					}
				}}
				onClose={() => onClose(true)}
			/>
			<VoteSuccess
				open={target !== null && done}
				target={shown}
				cast={receipt}
				share={share}
				taken={taken}
				onAgain={() => {
					setReceipt(null);
					onClose(false);
				}}
				onClose={() =>
					// The page behind the dialog is styled anew: the tap need not wait for it.
					startTransition(() => {
						setReceipt(null);
						onClose(true);
					})
				}
			/>
		</>
	);
}

/** Casts the vote and shows errors. Returns the receipt, or null if this click cast nothing. */
function useSubmit(onCast: (receipt: VoteReceipt) => void) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { user, update, refresh } = useSession();
	return async (target: VoteTarget, votes: number): Promise<CastVote | null> => {
		if (!user) return null;
		const order = {
			rankingKey: target.rankingKey,
			artistId: target.artist.artist_id,
			votes,
			expectedCost: votes * target.ratio,
		};
		try {
			const receipt = await castVote(order, deviceDeps(user));
			update({ gem_balance: receipt.gem_balance });
			onCast(receipt);
			return receipt;
		} catch (error) {
			// The displayed balance may be the cause, or may be outdated.
			void refresh();
			if (error instanceof EarlierVoteCounted) {
				onCast(error.receipt);
				toast(t`Your earlier vote of ${error.receipt.ticket_number} was counted.`, 'success');
			} else {
				console.warn('The vote was not cast:', error);
				const reason = isAnswer(error) ? textOf(error) : undefined;
				if (isAnswer(error) && error.code === 400) toast(textOf(error));
				// The specification's words first; what the server says about it below them.
				else toast(t`failed to vote`, 'error', reason);
			}
			return null;
		}
	};
}

/** The server's own answer, in words meant for the fan. */
function isAnswer(error: unknown): error is Problem {
	return error instanceof Problem && error.code > 0 && error.slug !== 'bad_answer';
}
