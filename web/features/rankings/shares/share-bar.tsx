/** Shows tickets as a share of the leader's. Decorative: the numbers are printed beside it. */
import type { CSSProperties } from 'react';
import './share-bar.css';

export function ShareBar({ tickets, most }: { tickets: number; most: number }) {
	const share = most > 0 ? tickets / most : 0;
	return <span className="share-bar" aria-hidden="true" style={{ '--share': share } as CSSProperties} />;
}
