/** Nothing to show: one lit stick among unlit rings, a title, a line of help, a quiet button. */
import type { ReactNode } from 'react';
import './empty.css';

export interface EmptyProps {
	title: ReactNode;
	heading?: boolean;
	lit?: boolean;
	children?: ReactNode;
	action?: ReactNode;
}

export function Empty({ title, heading = false, lit = true, children, action }: EmptyProps) {
	const Title = heading ? 'h1' : 'p';
	return (
		<div className="empty stack one-column centered muted">
			<Sticks lit={lit} />
			<Title className="empty-title">{title}</Title>
			{children ? <p className="empty-help mt-2 breaks">{children}</p> : null}
			{action}
		</div>
	);
}

function Sticks({ lit }: { lit: boolean }) {
	return (
		<svg className="empty-sticks" viewBox="0 0 176 120" aria-hidden="true">
			{rings.map(({ x, y, radius }) => (
				<circle key={`${x}-${y}`} cx={x} cy={y} r={radius} fill="none" stroke="var(--line2)" strokeWidth="1.3" />
			))}
			{lit ? <circle cx="88" cy="34" r="22" fill="var(--hall)" opacity="0.18" /> : null}
			<circle
				cx="88"
				cy="34"
				r="11"
				fill={lit ? 'var(--hall)' : 'none'}
				stroke={lit ? 'none' : 'var(--line2)'}
				strokeWidth="2"
			/>
			<rect x="85.5" y="47" width="5" height="26" rx="2.5" fill="var(--tx3)" />
		</svg>
	);
}

/** Five rows that come nearer; the small shifts keep them from looking like a grid. */
const rings = Array.from({ length: 5 }, (_, row) => {
	const spacing = 17 - row;
	const first = 10 + (row % 2) * 9;
	return Array.from({ length: Math.floor((170 - first) / spacing) + 1 }, (__, place) => ({
		x: first + place * spacing,
		y: 52 + row * 14 + ((place * 7 + row * 3) % 5) * 0.8,
		radius: 2 + row * 0.55,
	}));
}).flat();
