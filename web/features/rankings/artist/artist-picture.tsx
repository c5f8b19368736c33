import type { Names } from '#contract/values/artist-names.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { initialOf, nameOf } from '../../../lib/artist-names.ts';
import { Picture } from '../../../lib/elements/picture.tsx';
import '../chart/chart-list.css';

export interface ArtistPictureProps {
	artist: Names & { avatar_url: string | null };
	/** Alternative text. Empty if the name is shown beside it. */
	alt?: string;
	className?: string;
	/** Width at which it is shown, as in HTML. Default: that of a list's round pictures. */
	sizes?: string;
	/** True if it is fetched with the page. */
	urgent?: boolean;
}

export function ArtistPicture({
	artist,
	alt = '',
	className = '',
	sizes = pictureSizes.avatar,
	urgent,
}: ArtistPictureProps) {
	return (
		<Picture
			className={`artist-picture ${className}`}
			src={artist.avatar_url}
			sizes={sizes}
			alt={alt}
			width="640"
			height="640"
			loading={urgent ? 'eager' : 'lazy'}
			fetchPriority={urgent ? 'high' : undefined}
			decoding="async"
			standIn={
				<span
					className={`artist-picture artist-picture-none ${className}`}
					aria-hidden="true"
					data-letter={initialOf(nameOf(artist))}
				/>
			}
		/>
	);
}
