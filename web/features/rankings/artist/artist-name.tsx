import { Link } from 'react-router';
import { namesOf } from '../../../lib/artist-names.ts';
import type { ListedArtist } from '#contract/rankings.ts';

export interface ArtistNameProps {
	artist: ListedArtist;
	/** The artist's page, or null if there is none, as for songs. The link fills the card around it. */
	to: string | null;
	className?: string;
}

export function ArtistName({ artist, to, className = '' }: ArtistNameProps) {
	const [first, other] = namesOf(artist);
	// A song's second line is its performer.
	const second = artist.kind === 'song' || !other ? artist.sub_title && { text: artist.sub_title } : other;
	const name = (
		<>
			<span lang={first.lang}>{first.text}</span>
			{second && (
				<>
					{' '}
					<small lang={second.lang}>{second.text}</small>
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
