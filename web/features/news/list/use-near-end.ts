import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { NEWS_SCROLL_OFFSET_PX } from '#contract/values/constants.ts';

/** Calls `onNear` when the element comes near the lower edge of the screen, while `active`. */
export function useNearEnd(active: boolean, onNear: () => void): RefCallback<HTMLElement> {
	const [element, setElement] = useState<HTMLElement | null>(null);
	const latest = useRef(onNear);
	useEffect(() => {
		latest.current = onNear;
	}, [onNear]);
	useEffect(() => {
		if (!active || !element) return undefined;
		const observer = new IntersectionObserver(
			([entry]) => {
				if (entry?.isIntersecting) latest.current();
			},
			{ rootMargin: `0px 0px ${NEWS_SCROLL_OFFSET_PX}px` },
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, [active, element]);
	return useCallback((found: HTMLElement | null) => setElement(found), []);
}
