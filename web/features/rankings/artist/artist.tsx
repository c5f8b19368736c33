import type { Names } from '#contract/values/artist-names.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { initialOf, nameOf, namesOf } from '../../../lib/artist-names.ts';
import { AnyLink } from '../../../lib/elements/any-link.tsx';
import { Picture } from '../../../lib/elements/picture.tsx';
import type { ReactNode } from 'react';
import type { ListedArtist } from '#contract/rankings.ts';
import '../chart/chart-list.css';

export interface ArtistPictureProps {
	artist: Names & { avatar_url: string | null };
	alt?: string;
	/** Width at which it is shown, as in HTML. Default: that of a list's round pictures. */
	sizes?: string;
	urgent?: boolean;
}

export function ArtistPicture({ artist, alt = '', sizes = pictureSizes.avatar, urgent }: ArtistPictureProps) {
	return (
		<Picture
			className="artist-picture"
			src={artist.avatar_url}
			sizes={sizes}
			alt={alt}
			width="640"
			height="640"
			loading={urgent ? 'eager' : 'lazy'}
			fetchPriority={urgent ? 'high' : undefined}
			decoding="async"
			standIn={initialOf(nameOf(artist))}
		/>
	);
}

export interface ArtistNameProps {
	artist: ListedArtist;
	/** The artist's page, or null if there is none, as for songs. The link fills the card around it. */
	to: string | null;
	className?: string;
	note?: ReactNode;
}

export function ArtistName({ artist, to, className = '', note }: ArtistNameProps) {
	const [first, other] = namesOf(artist);
	// A song's second line is its performer.
	const second = artist.kind === 'song' || !other ? { text: artist.sub_title, lang: undefined } : other;
	return (
		<AnyLink className={to === null ? className : `${className} card-link`} to={to} translate="no">
			<span lang={first.lang}>{first.text}</span>
			{(second.text || note) && (
				<>
					{' '}
					<small className="block muted" lang={second.lang}>
						{note ? <span className="min-0 ellipsis">{second.text}</span> : second.text}
						{note && (
							<span className="no-shrink">
								{second.text && '· '}
								{note}
							</span>
						)}
					</small>
				</>
			)}
		</AnyLink>
	);
}
