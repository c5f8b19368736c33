/** Appears after more than one screen height and brings one back up. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { afterNextFrame } from '../after-next-frame.ts';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import './to-top.css';

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
		const forget = afterNextFrame(measure);
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
