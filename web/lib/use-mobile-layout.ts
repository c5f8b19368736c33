import { useEffect, useState } from 'react';
import { MOBILE_MAX_WIDTH_PX, RESIZE_DEBOUNCE_MS } from '#contract/values/constants.ts';

/** Whether the screen has the mobile layout. While a window is being resized nothing flickers: it is asked when done. */
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
