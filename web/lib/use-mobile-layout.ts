import { useEffect, useState } from 'react';
import { MOBILE_MAX_WIDTH_PX, RESIZE_DEBOUNCE_MS } from '#contract/values/constants.ts';

/** Returns whether the screen has the mobile layout. Checks after a resize has ended, so that nothing flickers. */
export function useMobileLayout(): boolean {
	const [mobile, setMobile] = useState(isMobile);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const resized = () => {
			clearTimeout(timer);
			timer = setTimeout(() => setMobile(isMobile()), RESIZE_DEBOUNCE_MS);
		};
		window.addEventListener('resize', resized);
		return () => {
			window.removeEventListener('resize', resized);
			clearTimeout(timer);
		};
	}, []);
	return mobile;
}

function isMobile(): boolean {
	return matchMedia(`(max-width: ${MOBILE_MAX_WIDTH_PX}px)`).matches;
}
