import { Link } from 'react-router';
import type { ListedArtist } from '#contract/rankings.ts';

export interface ArtistNameProps {
	artist: ListedArtist;
	/** The artist's page, or null if there is none, as for songs. The link fills the card around it. */
	to: string | null;
	className?: string;
}

export function ArtistName({ artist, to, className = '' }: ArtistNameProps) {
	const song = artist.kind === 'song';
	const second = song ? artist.sub_title : (artist.native_name ?? artist.sub_title);
	const language = song || artist.native_name === null ? undefined : (artist.native_lang ?? undefined);
	const name = (
		<>
			{artist.en_name}
			{second === null ? null : (
				<>
					{' '}
					<small lang={language}>{second}</small>
				</>
			)}
		</>
	);
	if (to === null)
		return (
			<span className={className} translate="no">
				{name}
			</span>
		);
	return (
		<Link className={`${className} card-link`} to={to} translate="no">
			{name}
		</Link>
	);
}
