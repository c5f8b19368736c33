/** The lightstick: its bulb takes the hall's color. Decorative, because the name is shown beside it. */
import { useId } from 'react';

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
