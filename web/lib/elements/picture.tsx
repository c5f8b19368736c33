import { type ComponentProps, type ReactElement, useState } from 'react';
import { srcSetOf } from '#contract/values/pictures.ts';
import { initialOf } from '../artist-names.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'onError'> {
	alt: string;
	src: string | null;
	/** Width at which the picture is shown, as in HTML: the browser chooses the file by it. */
	sizes: string;
	/** A text is the letter in the picture's place, in its class. */
	standIn: ReactElement | string | null;
	/** For other screens. */
	sources?: ReactElement;
}

/** Shows an uploaded image in the width that fits, as AVIF or else as WebP, or the placeholder. */
export function Picture({ src, alt, standIn, sources, ...image }: PictureProps) {
	const [missing, setMissing] = useState<string | null>(null);
	if (src === null || src === missing)
		return typeof standIn === 'string' ? (
			<span className={`${image.className} middle`} aria-hidden="true" data-letter={standIn} />
		) : (
			standIn
		);
	const broken = () => setMissing(src);
	const shown = (
		<img
			{...image}
			src={src}
			srcSet={srcSetOf(src, 'webp', image.sizes)}
			alt={alt}
			onError={broken}
			// That may have been so before the page was taken over.
			ref={(shownHere) => {
				if (shownHere?.complete && shownHere.naturalWidth === 0) broken();
			}}
		/>
	);
	const avif = srcSetOf(src, 'avif', image.sizes);
	if (avif === undefined && !sources) return shown;
	return (
		<picture>
			{sources}
			<source type="image/avif" srcSet={avif} sizes={image.sizes} />
			{shown}
		</picture>
	);
}

export function Avatar({ name, url, className = '' }: { name: string | null; url: string | null; className?: string }) {
	return (
		<Picture
			className={`avatar bold face ${className}`}
			src={url}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			standIn={(initialOf(name ?? '') || '♪').toUpperCase()}
		/>
	);
}
