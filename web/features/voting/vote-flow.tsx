/** From the Vote button to "Vote Successful": two dialogs and the call between them. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { startTransition, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { isProblem, Problem } from '#client/call.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { ComingDialog } from '#ui/primitives/dialog.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { nameOf } from '../../lib/artist-names.ts';
import { tellBalance } from '../../lib/balance-news.ts';
import { useFan, useSession } from '../../lib/session/session.tsx';
import { lightUp } from '../../lib/votes/own-light.ts';
import { castVote, deviceDeps, EarlierVoteCounted } from './cast-vote.ts';
import { VoteDialog } from './vote-dialog.tsx';
import { VoteSuccess } from './vote-success.tsx';
import { type CountedVote, untoldVote } from './untold-vote.ts';
import { takenBy, type VoteTarget } from './vote-target.ts';

const UNTOLD_WITHIN_MS = 1_000;

export interface VoteFlowProps {
	/** The artist to vote for. Null closes the dialogs. The page keeps it up to date while they are open. */
	target: VoteTarget | null;
	returnTo: string;
	typed: string;
	onCast: (receipt: VoteReceipt, target: VoteTarget) => void;
	/** `next` is the artist to vote for now, `read` the counted vote that the fan has read about. */
	onClose: (next: VoteTarget | null, read?: CountedVote) => void;
	renderShare?: (target: VoteTarget) => ReactNode;
}

export function VoteFlow({ target: asked, returnTo, typed, onCast, onClose, renderShare }: VoteFlowProps) {
	// The tap is answered first: a dialog takes a cheap phone a fifth of a second.
	const target = useDeferredValue(asked);
	// A quick second tap may be on another artist: their dialog never shows the one before.
	const isHere = asked !== null && target !== null && keyOf(target) === keyOf(asked);
	// Keep the last target while a dialog fades out.
	const [shown, setShown] = useState(target);
	if (target !== null && target !== shown) setShown(target);
	const [done, setDone] = useState<(CountedVote & { open: boolean }) | null>(null);
	/** The number of votes that VOTE AGAIN repeats. */
	const [again, setAgain] = useState('');
	const fan = useFan();
	const openingOf = useOpening(asked && `${keyOf(asked)} ${fan}`);
	const submit = useSubmit(onCast);
	useEffect(
		() =>
			whenIdle(() => {
				const vote = untoldVote.get();
				if (vote?.fan === fan) setDone({ ...vote, open: true });
			}, UNTOLD_WITHIN_MS),
		[fan],
	);
	const open = done?.open === true && done.fan === fan && (target === null || keyOf(done.target) === keyOf(target));
	const close = (next: VoteTarget | null) => {
		setAgain(next && done ? affordableOf(done) : '');
		untoldVote.set(null);
		setDone((before) => before && { ...before, open: false });
		onClose(next, done ?? undefined);
	};
	return (
		<>
			{asked && !isHere && <ComingDialog onClose={() => onClose(null)} />}
			{shown && (
				<VoteDialog
					key={keyOf(shown)}
					open={isHere && !open}
					target={shown}
					returnTo={returnTo}
					typed={again || typed}
					onSubmit={async (votes) => {
						const vote = await submit(shown, votes, openingOf());
						if (vote) setDone({ ...vote, open: true });
					}}
					onClose={() => {
						setAgain('');
						onClose(null);
					}}
				/>
			)}
			{done && (
				<VoteSuccess
					open={open}
					target={shown && keyOf(shown) === keyOf(done.target) ? shown : done.target}
					cast={done.cast}
					share={renderShare?.(done.target)}
					taken={takenBy(done.target, done.cast)}
					onAgain={() => close(done.target)}
					// The page behind the dialog is styled anew: the tap need not wait for it.
					onClose={() => startTransition(() => close(null))}
				/>
			)}
		</>
	);
}

/** As many votes as before, or as the gems that are left can pay; nothing if that is none. */
function affordableOf({ cast, target }: CountedVote): string {
	const votes = Math.min(cast.ticket_number, Math.floor(cast.gem_balance / target.ratio));
	return votes > 0 ? `${votes}` : '';
}

const keyOf = ({ rankingKey, artist }: VoteTarget) => `${rankingKey} ${artist.artist_id}`;

/** An answer belongs to the dialog and the fan that it was asked from: tells later whether both have been there all the time. */
function useOpening(open: string | null): () => () => boolean {
	const present = useRef<{ open: string } | null>(null);
	useEffect(() => {
		present.current = open === null ? null : { open };
		return () => void (present.current = null);
	}, [open]);
	return () => {
		const opening = present.current;
		return () => opening !== null && present.current === opening;
	};
}

/** Null if this press cast nothing, or if the dialog was closed meanwhile: then a message names the artist. */
function useSubmit(onCast: VoteFlowProps['onCast']) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { user, update, refresh } = useSession();
	return async (target: VoteTarget, votes: number, isStillOpen: () => boolean): Promise<CountedVote | null> => {
		if (!user) return null;
		const { artist_id: artistId } = target.artist;
		const artist = nameOf(target.artist);
		const order = { rankingKey: target.rankingKey, artistId, votes, expectedCost: votes * target.ratio };
		try {
			const receipt = await castVote(order, deviceDeps(user));
			update({ fan: user.fan, gem_balance: receipt.gem_balance });
			tellBalance();
			onCast(receipt, target);
			const { artist_tickets: to, ticket_number: counted } = receipt;
			lightUp(user.fan, { rankingKey: target.rankingKey, artistId, from: to - counted, to }, takenBy(target, receipt));
			const vote = { target, cast: receipt, fan: user.fan };
			untoldVote.set(vote);
			if (isStillOpen()) return vote;
			untoldVote.set(null);
			toast(
				plural(receipt.ticket_number, {
					one: `# vote for ${artist} was counted`,
					other: `# votes for ${artist} were counted`,
				}),
				'success',
			);
		} catch (error) {
			// The displayed balance may be the cause, or may be outdated.
			void refresh();
			const about = isStillOpen() ? undefined : artist;
			if (error instanceof EarlierVoteCounted) {
				onCast(error.receipt, target);
				toast(t`Your earlier vote of ${error.receipt.ticket_number} was counted.`, 'success', about);
			} else {
				console.warn('The vote was not cast:', error);
				const reason = isAnswer(error) ? textOf(error) : undefined;
				const told = [about, reason].filter((part) => part !== undefined).join(' · ') || undefined;
				if (isAnswer(error) && error.code === 400) toast(textOf(error), 'error', about);
				// The specification's words first; what the server says about it below them.
				else if (!isProblem(error, 'sign_in_required')) toast(t`failed to vote`, 'error', told);
			}
		}
		return null;
	};
}

/** The server's own answer, in words meant for the fan. */
const isAnswer = (error: unknown): error is Problem =>
	error instanceof Problem && error.code > 0 && error.slug !== 'bad_answer';
