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
import { initialOf, nameOf, namesOf } from '../../../lib/artist-names.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { useFan } from '../../../lib/session/session.tsx';
import { useProductName } from '../../../lib/site/get-site.ts';
import type { Poster } from './draw-poster.ts';
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
		initial: initialOf(nameOf(artist)),
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
function usePicture(wanted: boolean, poster: Omit<Poster, 'faces' | 'fonts'>): Picture | 'lost' | null {
	const [picture, setPicture] = useState<Picture | 'lost' | null>(null);
	const key = JSON.stringify(poster);
	useEffect(() => {
		if (!wanted) return undefined;
		let url: string | undefined;
		const worker = new Worker(new URL('./draw-poster.ts', import.meta.url), { type: 'module' });
		worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
			url = URL.createObjectURL(data);
			setPicture({ url, file: new File([data], 'poster.jpg', { type: data.type }) });
		});
		worker.addEventListener('error', ({ message }) => {
			console.warn('No poster was drawn:', message);
			setPicture('lost');
		});
		worker.postMessage({ ...(JSON.parse(key) as object), faces: pageFaces(), fonts: pageFonts() });
		return () => {
			worker.terminate();
			if (url) URL.revokeObjectURL(url);
		};
	}, [wanted, key]);
	return picture;
}

function pageFaces(): Poster['faces'] {
	const style = getComputedStyle(document.documentElement);
	return { display: style.getPropertyValue('--face-display'), text: style.getPropertyValue('--face-text') };
}

/** The site's sheets alone: an extension's sheet of another origin may not be read. */
function pageFonts(): Poster['fonts'] {
	const own = [...document.styleSheets].filter(({ href }) => href?.startsWith(location.origin));
	const faces = own.flatMap(({ cssRules }) => [...cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
	return faces.map(({ style }) => ({
		family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
		source: style.getPropertyValue('src'),
		descriptors: {
			weight: style.getPropertyValue('font-weight'),
			unicodeRange: style.getPropertyValue('unicode-range'),
		},
	}));
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
