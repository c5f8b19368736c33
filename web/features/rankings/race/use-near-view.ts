import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns true from the moment the element first comes near the screen. */
export function useNearView(): [RefObject<HTMLDivElement | null>, boolean] {
	const element = useRef<HTMLDivElement>(null);
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (near || !element.current) return undefined;
		const observer = new IntersectionObserver(([entry]) => setNear(Boolean(entry?.isIntersecting)), {
			rootMargin: '200px',
		});
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [near]);
	return [element, near];
}
