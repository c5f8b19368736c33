import { type ComponentProps, type ReactElement, useState } from 'react';
import { srcSetOf } from '#contract/values/pictures.ts';
import { initialOf } from '../artist-names.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'onError'> {
	alt: string;
	src: string | null;
	/** Width at which the picture is shown, as in HTML: the browser chooses the file by it. */
	sizes: string;
	standIn: ReactElement | null;
}

/** For an `<img>`: tells that the picture cannot be loaded, also if that was so before the page was taken over. */
export const whenBroken = (tell: () => void): Pick<ComponentProps<'img'>, 'onError' | 'ref'> => ({
	onError: tell,
	ref: (image) => {
		if (image?.complete && image.naturalWidth === 0) tell();
	},
});

/** Shows an uploaded image in the width that fits, as AVIF or else as WebP, or the placeholder. */
export function Picture({ src, alt, standIn, ...image }: PictureProps) {
	const [missing, setMissing] = useState<string | null>(null);
	if (src === null || src === missing) return standIn;
	const shown = (
		<img
			{...image}
			src={src}
			srcSet={srcSetOf(src, 'webp', image.sizes)}
			alt={alt}
			{...whenBroken(() => setMissing(src))}
		/>
	);
	const avif = srcSetOf(src, 'avif', image.sizes);
	if (avif === undefined) return shown;
	return (
		<picture>
			<source type="image/avif" srcSet={avif} sizes={image.sizes} />
			{shown}
		</picture>
	);
}

export function Avatar({ name, url, className = '' }: { name: string | null; url: string | null; className?: string }) {
	return (
		<Picture
			className={`avatar middle bold face ${className}`}
			src={url}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			standIn={
				<span className={`avatar middle bold face ${className}`} aria-hidden="true">
					{(initialOf(name ?? '') || '♪').toUpperCase()}
				</span>
			}
		/>
	);
}
