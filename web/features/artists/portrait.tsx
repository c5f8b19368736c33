/** The artist's large picture, or the first letter of their name if there is none or it cannot be loaded. */
import { useLingui } from '@lingui/react/macro';
import type { Artist } from '#contract/artists.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { Picture } from '../../lib/elements/picture.tsx';
import './portrait.css';

export function Portrait({ artist: { en_name: name, avatar_url: url } }: { artist: Artist }) {
	const { t } = useLingui();
	return (
		<div className="portrait">
			<Picture
				src={url}
				sizes={pictureSizes.portrait}
				alt={t`Portrait of ${name}`}
				width="640"
				height="640"
				fetchPriority="high"
				standIn={
					<span className="portrait-letter" aria-hidden="true">
						{Array.from(name)[0]}
					</span>
				}
			/>
		</div>
	);
}
