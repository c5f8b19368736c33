/** "Vote Successful". Its last line grows from "Received" to "Vote counted" and the vote's witnesses. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useEffect, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Ocean } from '#ui/ocean/ocean.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { FavoriteButton } from '../../lib/favorites/favorite-button.tsx';
import { initialOf, nameOf } from '../../lib/artist-names.ts';
import { useFan } from '../../lib/session/session.tsx';
import { Picture } from '../../lib/elements/picture.tsx';
import type { CastVote } from './cast-vote.ts';
import { untoldVote } from './untold-vote.ts';
import { effectOf, type VoteTarget } from './vote-target.ts';
import { ListedText } from '../../lib/votes/vote-texts.tsx';
import { checkReceipt, checkVote, type VoteCheck } from '../../lib/votes/check-vote.ts';
import './vote-success.css';

export interface VoteSuccessProps {
	open: boolean;
	target: VoteTarget;
	cast: CastVote;
	share?: ReactNode;
	taken: number | null;
	onAgain: () => void;
	onClose: () => void;
}

/** After that, the fan has read that the vote was counted. */
const READ_MS = 2_000;

export function VoteSuccess({ open, target, cast, share, taken, onAgain, onClose }: VoteSuccessProps) {
	const { t } = useLingui();
	const heading = useId();
	const { artist } = target;
	const fan = useFan();
	useEffect(() => {
		if (!open) return undefined;
		const timer = setTimeout(() => untoldVote.set(null), READ_MS);
		return () => clearTimeout(timer);
	}, [open]);
	const recorded = formatNumber(cast.ticket_number);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			labelledBy={heading}
			shape="center"
			className="vote-success centered fan"
			style={fanStyle(artist.fan_color)}
		>
			<div className="vote-glow" aria-hidden="true" />
			<Ocean
				className="vote-success-ocean"
				label={null}
				seed={`vote ${artist.artist_id}`}
				fandoms={[{ color: artist.fan_color, weight: 1 }]}
				rows={{ wide: 11, narrow: 11 }}
				ignite
				own={fan === null ? undefined : { fan, color: artist.fan_color, label: t`You`, arrives: true }}
			/>
			<div className="dialog-body">
				<Picture
					className="vote-success-picture block relative round"
					src={artist.avatar_url}
					sizes="120px"
					alt=""
					width="120"
					height="120"
					standIn={initialOf(nameOf(artist))}
				/>
				<h2 id={heading}>{t`Vote Successful`}</h2>
				<p className="vote-success-votes breaks">+{recorded}</p>
				<p className="muted">
					<Trans>votes recorded for {nameOf(artist)}.</Trans>
					<br />
					<Standing target={target} isTold={taken !== null} />
				</p>
				{taken !== null && <p className="vote-success-taken mt-3 pill">{t`Takes #${taken}`}</p>}
				<FavoriteButton className="mt-3" artist={artist} />
				<ListingLine vote={open ? cast : null} />
				<div className="vote-success-buttons stack gap-2 mt-6">
					<Button variant="line" large onClick={onAgain}>{t`VOTE AGAIN`}</Button>
					<Button variant="fan" large data-autofocus onClick={onClose}>{t`CONFIRM`}</Button>
				</div>
				{share}
			</div>
		</Dialog>
	);
}

/** `isTold`: that a rank was taken stands above already. */
function Standing({ target, isTold }: { target: VoteTarget; isTold: boolean }) {
	const effect = effectOf(target, 0);
	if (effect.kind === 'alone') return null;
	if (effect.kind === 'level') return <Trans>Level with #{effect.rank}.</Trans>;
	if (effect.kind === 'takes' && isTold) return null;
	if (effect.kind === 'takes') return <Trans>That takes #{effect.rank}.</Trans>;
	const tickets = formatNumber(effect.tickets);
	if (effect.kind === 'lead') return <Trans>Now leading by {tickets}.</Trans>;
	return (
		<Trans>
			{tickets} to go to #{effect.rank}.
		</Trans>
	);
}

/** Keeps its height in every state, and is read out without taking the focus. */
function ListingLine({ vote }: { vote: CastVote | null }) {
	const listing = useListing(vote);
	return (
		<output className="listing-line justify-center row gap-2 mt-3 muted text-s" data-state={listing.state}>
			<Icon name={iconOf(listing)} />
			<span>
				<ListingText listing={listing} />
			</span>
		</output>
	);
}

function iconOf(listing: Listing): IconName {
	if (listing.state === 'failed') return 'warning';
	return listing.state === 'listed' && listing.witnesses > 0 ? 'lock' : 'check';
}

function ListingText({ listing }: { listing: Listing }) {
	if (listing.state === 'listed') return <ListedText witnesses={listing.witnesses} />;
	if (listing.state === 'received') return <Trans>Received</Trans>;
	if (listing.state === 'later') return <Trans>Your proof will appear in My Votes</Trans>;
	return <Trans>Its proof is wrong. Open My Votes</Trans>;
}

/** Pauses before each try, in milliseconds: most votes are listed within a second. */
const TRIES_AFTER = [700, 1_000, 1_500, 2_500, 3_500];
/** Witnesses are asked once a minute. */
const WITNESSES_AFTER = [20_000, 30_000, 30_000, 40_000];

/** `later`: not seen in time, or this browser cannot check it. My Votes says more. */
type Listing = { state: 'received' | 'later' | 'failed' } | { state: 'listed'; witnesses: number };

/** Null stops it: the dialog closed, or the fan votes again. The vote is the same object as long as it is followed. */
function useListing(vote: CastVote | null): Listing {
	const [seen, setSeen] = useState<{ vote: CastVote; listing: Listing } | null>(null);
	useEffect(() => {
		if (vote === null) return undefined;
		const leaving = new AbortController();
		const watch = async () => {
			for await (const listing of follow(vote, leaving.signal)) {
				if (!leaving.signal.aborted) setSeen({ vote, listing });
			}
		};
		void watch();
		return () => leaving.abort();
	}, [vote]);
	return seen !== null && seen.vote === vote ? seen.listing : { state: 'received' };
}

async function* follow(vote: CastVote, signal: AbortSignal): AsyncGenerator<Listing> {
	// The device keeps the receipt with the ballot: it convicts a site that never lists the vote.
	if ((await checkReceipt(vote, vote.receipt, signal)) === false) return yield { state: 'failed' };
	const listed = await checkUntil(vote, TRIES_AFTER, signal, (check) => check.state === 'listed');
	if (listed?.state !== 'listed') return yield { state: listed?.state === 'failed' ? 'failed' : 'later' };
	yield told(listed);
	if (listed.witnesses.length > 0 || !listed.evidence?.witnesses) return undefined;
	const locked = await checkUntil(
		vote,
		WITNESSES_AFTER,
		signal,
		(check) => check.state === 'listed' && check.witnesses.length > 0,
	);
	if (locked?.state === 'listed') yield told(locked);
	if (locked?.state === 'failed') yield { state: 'failed' };
	return undefined;
}

const told = ({ witnesses }: Extract<VoteCheck, { state: 'listed' }>): Listing => ({
	state: 'listed',
	witnesses: witnesses.length,
});

async function checkUntil(
	vote: CastVote,
	pauses: readonly number[],
	signal: AbortSignal,
	isDone: (check: VoteCheck) => boolean,
): Promise<VoteCheck | null> {
	for (const pause of pauses) {
		await new Promise((resume) => setTimeout(resume, pause));
		if (signal.aborted) return null;
		const check = await checkVote(vote, signal);
		if (check.state === 'failed' || isDone(check)) return check;
	}
	return null;
}
