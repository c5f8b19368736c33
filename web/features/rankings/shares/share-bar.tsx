/** Shows tickets as a share of the leader's. Decorative: the numbers are printed beside it. */
import type { CSSProperties } from 'react';
import type { ListedArtist } from '#contract/rankings.ts';
import './share-bar.css';

/** The list around it has the style of `leaderStyle`. */
export function ShareBar({ tickets }: { tickets: number }) {
	return <span className="share-bar" aria-hidden="true" style={{ '--tickets': tickets } as CSSProperties} />;
}

/** The leader's tickets for all bars of a list. When they change, no row has to be rendered again for it. */
export function leaderStyle(list: readonly ListedArtist[]): CSSProperties {
	return { '--most': Math.max(1, list[0]?.tickets ?? 0) } as CSSProperties;
}
