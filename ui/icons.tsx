/** Line icons on a 24 grid, decorative: the control that holds one carries the name. */
import { useId } from 'react';
import './icons.css';

const paths = {
	menu: 'M4 7h16M4 12h16M4 17h10',
	search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM16 16l4.5 4.5',
	close: 'M6 6l12 12M18 6 6 18',
	left: 'M15 5l-7 7 7 7',
	right: 'M9 5l7 7-7 7',
	up: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
	down: 'M5 9l7 7 7-7',
	check: 'M5 12.5l4.5 4.5L19 7.5',
	lock: 'M8 11V8a4 4 0 0 1 8 0v3M6 11h12v8.5H6z',
	warning: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7.5v5.5M12 16.4v.1',
	clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7.5V12l3 2',
	exit: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
	edit: 'M4 20h4L19 9l-4-4L4 16z',
	heart: 'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z',
	list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
	person: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
	card: 'M5.5 6h13A2.5 2.5 0 0 1 21 8.5v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-8A2.5 2.5 0 0 1 5.5 6zM3 11h18',
	pause: 'M9 6v12M15 6v12',
	play: 'M8 5.5v13l10-6.5z',
	sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
	moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
	globe: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
	instagram:
		'M9 4h6a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5zM15.6 12a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0z',
	youtube: 'M7 6h10a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4zM10.5 9.5l4 2.5-4 2.5z',
	x: 'M5 5l14 14M19 5 5 19',
	share: 'M12 15V4M7.5 8 12 3.5 16.5 8M6 12H5v8h14v-8h-1',
	link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
	return (
		<svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
			<path d={paths[name]} />
		</svg>
	);
}

export function GemIcon() {
	return (
		<svg className="gem-icon" viewBox="0 0 20 20" aria-hidden="true">
			<path d="M5.5 2.5h9L19 8l-9 10L1 8z" fill="#7de3ff" />
			<path d="M5.5 2.5 7 8l3 10L1 8z" fill="#45b6e0" />
			<path d="M14.5 2.5 13 8l-3 10 9-10z" fill="#b9a6ff" />
			<path d="M7 8h6l-3 10z" fill="#a6efff" />
			<path d="M5.5 2.5h9L13 8H7z" fill="#e4fbff" />
		</svg>
	);
}

/** The lightstick: its bulb takes the hall's color. Decorative, because the name is shown beside it. */
export function Logo() {
	const bulb = useId();
	return (
		<svg width="26" height="30" viewBox="0 0 26 30" aria-hidden="true">
			<defs>
				<radialGradient id={bulb} cx=".4" cy=".35">
					<stop offset="0" stopColor="#fff" />
					<stop offset=".5" stopColor="#fff4e4" />
					<stop offset="1" stopColor="var(--hall)" />
				</radialGradient>
			</defs>
			<g transform="rotate(24 13 15)">
				<circle cx="13" cy="9" r="8.5" fill={`url(#${bulb})`} />
				<rect x="10.6" y="18.5" width="4.8" height="11" rx="2.4" fill="currentColor" />
			</g>
		</svg>
	);
}
