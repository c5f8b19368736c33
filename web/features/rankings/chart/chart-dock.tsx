/** Docked at the bottom while the chart's head is out of sight: the fan's own artist with Vote, time left, search, the way up. */
import { Plural, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, IconButton } from '#ui/primitives/button.tsx';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { useOwnTotal } from '../../../lib/votes/get-totals.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import { nameOf } from '../../../lib/artist-names.ts';
import type { LiveChart } from '../live/get-chart.ts';
import { GapText } from './entry-marks.tsx';
import { gapOf } from './standings.ts';
import { TimeLeftText } from './time-left.tsx';
import './chart-dock.css';

export interface ChartDockProps {
	chart: LiveChart;
	mine: ListedArtist | undefined;
	onVote: ((artist: ListedArtist) => void) | undefined;
	onSearch: () => void;
}

export default function ChartDock({ chart, mine, onVote, onSearch }: ChartDockProps) {
	const { t } = useLingui();
	const { end_countdown, title } = chart.ranking_config;
	const given = useOwnTotal(mine?.artist_id);
	const rank = mine && formatNumber(mine.rank);
	return (
		<section className="chart-dock fan" style={fanStyle(mine?.fan_color ?? null)} aria-label={t`Chart at a glance`}>
			<div className="wrap row gap-2">
				{mine && (
					<span className="chart-dock-picture face">
						<ArtistPicture artist={mine} alt={nameOf(mine)} />
					</span>
				)}
				<div className="chart-dock-words grow min-0 text-s">
					<p className="flex gap-2">
						{rank === undefined ? <b className="ellipsis">{title}</b> : <b>{t`#${rank}`}</b>}{' '}
						<span className="no-shrink muted">
							<TimeLeftText endCountdown={end_countdown} receivedAtMs={chart.received_at ?? 0} />
						</span>
					</p>
					{mine && <GapText gap={gapOf(chart.artist_list, mine)} />}
					{given > 0 && (
						<span className="block ellipsis faint text-s">
							<Plural value={given} one="You gave # vote" other="You gave # votes" />
						</span>
					)}
				</div>
				<IconButton label={t`Search for artists`} onClick={onSearch}>
					<Icon name="search" />
				</IconButton>
				<span className="chart-dock-up no-shrink">
					<ToTop />
				</span>
				{mine && onVote && (
					<Button variant="fan" aria-label={t`Vote for ${nameOf(mine)}`} onClick={() => onVote(mine)}>
						{t`Vote`}
					</Button>
				)}
			</div>
		</section>
	);
}
