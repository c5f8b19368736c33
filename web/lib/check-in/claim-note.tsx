import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useEffect, useRef, useState, useId } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import type { CheckInConfig } from '#contract/check-in.ts';
import { CHECK_IN_DAYS } from '#contract/values/constants.ts';
import { nameOf } from '../artist-names.ts';
import { HOME_ORIGIN, paths } from '../../paths.ts';
import { useFavorites } from '../favorites/use-favorites.ts';
import { useSite, useTimezone } from '../site/get-site.ts';
import { gemsToClaim, gemsTomorrow, minutesUntilMidnight } from './get-config.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import './claim-note.css';

interface ClaimNoteProps {
	config: CheckInConfig;
	/** Gems of the claim that was just made; null if it was made before. */
	claimed: number | null;
	/** True if it is read out and takes the focus that the pressed button leaves behind. */
	announced?: boolean;
}

export function ClaimNote({ config, claimed, announced = false }: ClaimNoteProps) {
	const note = useRef<HTMLOutputElement>(null);
	useEffect(() => {
		if (claimed !== null) note.current?.focus({ preventScroll: true });
	}, [claimed]);
	// Before the claim, what it is worth: its place would be empty.
	const worth = claimed ?? gemsToClaim(config);
	const words = (
		<>
			{worth !== null && <Brought gems={worth} />} {config.today_checked && <Next config={config} claimed={claimed} />}
		</>
	);
	if (!announced) return <p className="claim-note muted text-m mt-3">{words}</p>;
	return (
		<output ref={note} className="claim-note subtext" tabIndex={-1}>
			{words}
		</output>
	);
}

function useVotesOf(gems: number): number {
	const ratio = useSite()?.ticket2gem_ratio ?? 0;
	return ratio > 0 ? Math.floor(gems / ratio) : 0;
}

function Brought({ gems }: { gems: number }) {
	const { t } = useLingui();
	const votes = useVotesOf(gems);
	const brought = formatNumber(gems);
	if (votes === 0) return <b>{t`+${brought} gems.`}</b>;
	return (
		<b>
			<Plural value={votes} one={`+${brought} gems = # vote.`} other={`+${brought} gems = # votes.`} />
		</b>
	);
}

/** After the seventh day a fan's own artist may get what it brought; on the others, what tomorrow brings. */
function Next({ config, claimed }: { config: CheckInConfig; claimed: number | null }) {
	const [artist] = useFavorites().list;
	const votes = useVotesOf(claimed ?? 0);
	if (!artist || votes === 0 || config.current_sequence < CHECK_IN_DAYS) return <Tomorrow config={config} />;
	const way = paths.withVotes(paths.voteOnArtist(artist.artist_id, HOME_ORIGIN), String(votes));
	return (
		<Link className="underlined semibold" to={way}>
			<Trans>Give them to {nameOf(artist)}</Trans>
		</Link>
	);
}

function Tomorrow({ config }: { config: CheckInConfig }) {
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const [openedAt] = useState(() => new Date(presentSeconds() * 1000));
	const gems = gemsTomorrow(config);
	if (gems === null) return null;
	const minutes = minutesUntilMidnight(timeZone, openedAt);
	const hours = Math.round(minutes / 60);
	if (hours < 1) return <span>{t`Tomorrow: +${gems} gems, in ${minutes} min.`}</span>;
	return <span>{t`Tomorrow: +${gems} gems, in ${hours} h.`}</span>;
}

export function CheckInAlert({ message, onClose }: { message: string | null; onClose: () => void }) {
	const { t } = useLingui();
	const heading = useId();
	const [latest, setLatest] = useState(message);
	// Keep the text while the dialog fades out.
	if (message !== null && message !== latest) setLatest(message);
	return (
		<Dialog
			open={message !== null}
			onClose={onClose}
			labelledBy={heading}
			shape="center"
			className="check-in-alert centered"
		>
			<div className="dialog-body">
				<h2 id={heading}>{t`Attendance`}</h2>
				<p className="muted">{latest}</p>
				<Button large block onClick={onClose}>{t`OK`}</Button>
			</div>
		</Dialog>
	);
}
