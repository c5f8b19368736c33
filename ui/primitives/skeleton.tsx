/** A block in the place and size of what is still loading. It shows after 150 ms, so that fast answers never flash. */
import type { CSSProperties } from 'react';
import './skeleton.css';

export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
	return <span className={`skeleton ${className}`} style={style} aria-hidden="true" />;
}
