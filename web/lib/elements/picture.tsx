import { type ComponentProps, type ReactNode, useState } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
	alt: string;
	/** Null where there is none. */
	src: string | null;
	/** Stands where there is no picture, and where it cannot be loaded. */
	standIn: ReactNode;
}

/** An image that operators uploaded, or what stands in for it. */
export function Picture({ src, alt, standIn, ...image }: PictureProps) {
	const [missing, setMissing] = useState<string | null>(null);
	if (src === null || src === missing) return standIn;
	return <img {...image} src={src} alt={alt} onError={() => setMissing(src)} />;
}
