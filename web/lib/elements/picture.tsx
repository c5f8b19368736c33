import { type ComponentProps, type ReactNode, useState } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
	alt: string;
	/** Null if there is none. */
	src: string | null;
	/** Shown if there is no picture, or if it cannot be loaded. */
	standIn: ReactNode;
}

/** Shows an uploaded image, or the placeholder. */
export function Picture({ src, alt, standIn, ...image }: PictureProps) {
	const [missing, setMissing] = useState<string | null>(null);
	if (src === null || src === missing) return standIn;
	return <img {...image} src={src} alt={alt} onError={() => setMissing(src)} />;
}
