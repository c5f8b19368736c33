import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { getMyTotals } from '#contract/my-account.ts';
import { getChart, type ListedArtist } from '#contract/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { reads } from '../../../lib/api/call.ts';
import { nameOf, namesOf } from '../../../lib/artist-names.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { useFan } from '../../../lib/session/session.tsx';
import { useProductName } from '../../../lib/site/get-site.ts';
import { drawPoster, type Poster } from './draw-poster.ts';
import './poster.css';

export interface PosterProps {
	artist: Pick<ListedArtist, 'artist_id' | 'en_name' | 'native_name' | 'native_lang' | 'avatar_url' | 'fan_color'>;
	rankingKey: string | undefined;
	path: string;
}

interface PosterDialogProps extends PosterProps {
	open: boolean;
	onClose: () => void;
}

export default function PosterDialog({ open, onClose, artist, rankingKey = '', path }: PosterDialogProps) {
	const { t } = useLingui();
	const heading = useId();
	const [tells, setTells] = useState(false);
	const isRanked = open && rankingKey !== '';
	const query = { ranking_key: rankingKey };
	const chart = useQuery({ ...reads(['poster', rankingKey], getChart, { query }), enabled: isRanked, staleTime: 0 });
	const totals = useQuery({
		...reads(['me', 'given', rankingKey], getMyTotals, { query }),
		enabled: useFan() !== null && isRanked,
		staleTime: 0,
	});
	const given = totals.data?.totals.find(({ artist_id }) => artist_id === artist.artist_id)?.tickets ?? 0;
	const gave = t`I gave ${formatNumber(given)}`;
	const entry = chart.data?.artist_list.find(({ artist_id }) => artist_id === artist.artist_id);
	const picture = usePicture(open && !chart.isLoading, {
		names: namesOf(artist).flatMap((one) => one?.text ?? []),
		color: artist.fan_color,
		picture: artist.avatar_url,
		rank: entry ? `#${formatNumber(entry.rank)}` : null,
		title: (entry && chart.data?.ranking_config.title) ?? null,
		gave: tells && given > 0 ? gave : null,
		link: new URL(path, window.location.origin).href,
		words: { scan: t`Scan to vote`, light: t`My light`, product: useProductName() },
		fandoms: entry
			? (chart.data?.artist_list ?? []).map(({ fan_color: color, tickets: weight }) => ({ color, weight }))
			: [{ color: artist.fan_color, weight: 1 }],
	});
	const name = nameOf(artist);
	const drawn = picture === 'lost' ? null : picture;
	return (
		<Dialog open={open} onClose={onClose} labelledBy={heading} shape="center" className="fan-poster centered">
			<div className="dialog-body">
				<h2 id={heading}>{t`Your poster`}</h2>
				{picture === 'lost' ? (
					<p role="alert" className="fan-poster-picture rounded tone-2">{t`The poster could not be made.`}</p>
				) : (
					<img
						className="fan-poster-picture rounded tone-2"
						src={drawn?.url}
						alt={drawn ? t`Poster of ${name}` : ''}
						aria-busy={drawn === null}
					/>
				)}
				{given > 0 && (
					<CheckboxField
						label={<Trans>Write “{gave}” on it</Trans>}
						checked={tells}
						onChange={(event) => setTells(event.target.checked)}
					/>
				)}
				<Button
					variant="primary"
					large
					block
					disabled={drawn === null}
					onClick={() => drawn && void hand(drawn.file, name)}
				>
					{drawn && canShare(drawn.file) ? <Trans>Share</Trans> : <Trans>Save picture</Trans>}
				</Button>
			</div>
		</Dialog>
	);
}

type Picture = { url: string; file: File };

/** Draws again when what it shows has changed. Null while it is drawn for the first time. */
function usePicture(wanted: boolean, poster: Poster): Picture | 'lost' | null {
	const [picture, setPicture] = useState<Picture | 'lost' | null>(null);
	const key = JSON.stringify(poster);
	useEffect(() => {
		if (!wanted) return undefined;
		let left = false;
		let url: string | undefined;
		const draw = async () => {
			const blob = await drawPoster(JSON.parse(key) as Poster);
			if (left) return;
			url = URL.createObjectURL(blob);
			setPicture({ url, file: new File([blob], 'poster.jpg', { type: blob.type }) });
		};
		draw().catch((error: unknown) => {
			console.warn('No poster was drawn:', error);
			if (!left) setPicture('lost');
		});
		return () => {
			left = true;
			if (url) URL.revokeObjectURL(url);
		};
	}, [wanted, key]);
	return picture;
}

const canShare = (file: File) => navigator.canShare?.({ files: [file] }) ?? false;

/** A fan who closes the system's sheet wants no file saved. */
async function hand(file: File, title: string): Promise<void> {
	const save = () => saveAsFile(file.name, file, file.type);
	if (!canShare(file)) return save();
	await navigator.share({ files: [file], title }).catch((error: unknown) => {
		if (!(error instanceof DOMException && error.name === 'AbortError')) save();
	});
}
