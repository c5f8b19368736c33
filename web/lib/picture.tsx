import { type ComponentProps, type ReactNode, useState } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
	/** Null where there is none. */
	src: string | null;
	/** Stands where there is no picture, and where it cannot be loaded. */
	standIn: ReactNode;
}

/** An image that operators uploaded, or what stands in for it. */
export function Picture({ src, standIn, ...image }: PictureProps) {
	const [missing, setMissing] = useState<string | null>(null);
	if (src === null || src === missing) return standIn;
	return <img {...image} src={src} onError={() => setMissing(src)} />;
}
