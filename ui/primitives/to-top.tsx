/** Appears after more than one screen height and brings one back up. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';
import { whenIdle } from '../when-idle.ts';
import { IconButton } from './button.tsx';
import './to-top.css';

const MEASURED_WITHIN_MS = 500;

export function ToTop() {
	const { t } = useLingui();
	const far = useScrolledFar();
	if (!far) return null;
	return (
		<IconButton className="to-top" label={t`Scroll to top`} onClick={scrollToTop}>
			<Icon name="up" />
		</IconButton>
	);
}

function useScrolledFar(): boolean {
	const [far, setFar] = useState(false);
	useEffect(() => {
		const measure = () => setFar(window.scrollY > window.innerHeight);
		// To ask for the place lays out the page, which may have just opened.
		const forget = whenIdle(measure, MEASURED_WITHIN_MS);
		window.addEventListener('scroll', measure, { passive: true });
		window.addEventListener('resize', measure);
		return () => {
			forget();
			window.removeEventListener('scroll', measure);
			window.removeEventListener('resize', measure);
		};
	}, []);
	return far;
}

function scrollToTop(): void {
	const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
	window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}
