import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { namesOf } from '../../../lib/artist-names.ts';
import type { ListedArtist } from '#contract/rankings.ts';

export interface ArtistNameProps {
	artist: ListedArtist;
	/** The artist's page, or null if there is none, as for songs. The link fills the card around it. */
	to: string | null;
	className?: string;
	/** Stands beside the second name. */
	note?: ReactNode;
}

export function ArtistName({ artist, to, className = '', note }: ArtistNameProps) {
	const [first, other] = namesOf(artist);
	// A song's second line is its performer.
	const second = artist.kind === 'song' || !other ? { text: artist.sub_title, lang: undefined } : other;
	const name = (
		<>
			<span lang={first.lang}>{first.text}</span>
			{(second.text || note) && (
				<>
					{' '}
					<small lang={second.lang}>
						{second.text} {note}
					</small>
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
