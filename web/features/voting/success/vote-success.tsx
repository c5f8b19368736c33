/** "Vote Successful": the ocean of the fandom lights up once around the artist. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Ocean } from '#ui/ocean/ocean.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FavoriteButton } from '../../../lib/favorites/favorite-button.tsx';
import { Picture } from '../../../lib/elements/picture.tsx';
import type { CastVote } from '../cast-vote.ts';
import { ListingLine } from './listing-line.tsx';
import { effectOf, type VoteTarget } from '../vote-target.ts';
import './vote-success.css';

export interface VoteSuccessProps {
	open: boolean;
	/** Current standing, including these votes. */
	target: VoteTarget;
	/** Null while no vote is cast. */
	cast: CastVote | null;
	/** A button that shares the vote. */
	share?: ReactNode;
	/** The rank that this vote has taken. Null if it took none. */
	taken: number | null;
	onAgain: () => void;
	onClose: () => void;
}

export function VoteSuccess({ open, target, cast, share, taken, onAgain, onClose }: VoteSuccessProps) {
	const { t } = useLingui();
	const heading = useId();
	const { artist } = target;
	const recorded = formatNumber(cast?.ticket_number ?? 0);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			labelledBy={heading}
			shape="center"
			className="vote-success fan"
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
			/>
			<div className="dialog-body">
				<Picture
					className="vote-success-picture"
					src={artist.avatar_url}
					sizes="120px"
					alt=""
					width="120"
					height="120"
					standIn={<span className="vote-success-picture" />}
				/>
				<h2 id={heading}>{t`Vote Successful`}</h2>
				<p className="vote-success-votes">+{recorded}</p>
				{taken !== null && (
					<p className="vote-success-taken">
						<Trans>Takes #{taken}</Trans>
					</p>
				)}
				<p className="vote-success-text">
					<Trans>votes recorded for {artist.en_name}.</Trans>
					<br />
					<Standing target={target} isTold={taken !== null} />
				</p>
				<FavoriteButton className="vote-success-favorite" artist={artist} />
				<ListingLine vote={open ? cast : null} />
				<div className="vote-success-buttons">
					<Button variant="line" large onClick={onAgain}>
						<Trans>VOTE AGAIN</Trans>
					</Button>
					<Button variant="fan" large data-autofocus onClick={onClose}>
						<Trans>CONFIRM</Trans>
					</Button>
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
