import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { formatShare } from '#client/numbers.ts';
import type { Chart, ListedArtist } from '#contract/rankings.ts';
import { fanColors } from '#ui/fan-color.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { nameOf } from '../../../lib/artist-names.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import '#ui/ocean/ocean.css';
import './shares.css';

/** Drawing it can wait: its room is kept. */
const Ocean = lazyPage(() => import('./shares-ocean.tsx'));

const OWN_SHARES = 6;

export function SharesOcean({ chart }: { chart: Chart }) {
	const room = <div className="ocean" />;
	return (
		<OptionalPart waiting={room} instead={room}>
			<Ocean chart={chart} />
		</OptionalPart>
	);
}

export function SharesLegend({ list }: { list: readonly ListedArtist[] }) {
	const whole = list.reduce((sum, { tickets }) => sum + tickets, 0);
	const others = list.slice(OWN_SHARES);
	return (
		<ul className="shares-legend wraps vivid muted text-s">
			{list.slice(0, OWN_SHARES).map((artist) => (
				<li
					key={artist.artist_id}
					className="row gap-2 min-0"
					style={{ '--share-color': dotColor(artist.fan_color) } as CSSProperties}
				>
					<span className="ellipsis min-0" translate="no">
						{nameOf(artist)}
					</span>{' '}
					<b>{formatShare(artist.tickets, whole, 1)}</b>
				</li>
			))}
			{others.length > 0 && (
				<li className="row gap-2 min-0" style={{ '--share-color': mixedDot(others) } as CSSProperties}>
					<Trans>Others</Trans>{' '}
					<b>
						{formatShare(
							others.reduce((sum, { tickets }) => sum + tickets, 0),
							whole,
							1,
						)}
					</b>
				</li>
			)}
		</ul>
	);
}

const dotColor = (hex: string | null): string => (hex === null ? 'var(--hall)' : fanColors(hex).fill);

function mixedDot(artists: readonly ListedArtist[]): string {
	const colors = artists.slice(0, 5).map(({ fan_color }) => dotColor(fan_color));
	return `conic-gradient(${[...colors, colors[0]].join(', ')})`;
}
