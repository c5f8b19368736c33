/** Whether the mobile layout applies. Prefer CSS; this is for what CSS cannot do. */
import { useEffect, useState } from 'react';
import { MOBILE_MAX_WIDTH_PX, RESIZE_DEBOUNCE_MS } from '#contract/constants.ts';

export function useMobile(): boolean {
	const [mobile, setMobile] = useState(isMobile);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const onResize = () => {
			clearTimeout(timer);
			timer = setTimeout(() => setMobile(isMobile()), RESIZE_DEBOUNCE_MS);
		};
		window.addEventListener('resize', onResize);
		return () => {
			clearTimeout(timer);
			window.removeEventListener('resize', onResize);
		};
	}, []);
	return mobile;
}

function isMobile(): boolean {
	return window.innerWidth <= MOBILE_MAX_WIDTH_PX;
}
