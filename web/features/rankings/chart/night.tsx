/** The last hour of a ranking: the time left, large, and the last votes. After it: that the count is sealed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useState } from 'react';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import type { LiveChart } from '../live/get-chart.ts';
import { twoDigits, useTimeLeft } from './countdown.ts';
import { LeadText } from './entry-marks.tsx';
import './night.css';

export default function Night({ chart }: { chart: LiveChart }) {
	const { status, end_countdown } = chart.ranking_config;
	const isOver = status !== RANKING_STATUS_ONGOING;
	return (
		<section className="night stack mt-4">
			{!isOver && <Clock endCountdown={end_countdown} receivedAtMs={chart.received_at ?? 0} />}
			{!isOver && <LastVotes list={chart.artist_list} />}
			{/* Told when the server has closed the count, and read out then. */}
			<output className="night-sealed">{isOver && <Trans>Votes are closed. The count is sealed.</Trans>}</output>
		</section>
	);
}

const CLOSE_S = 10;

/** The chart's head tells the same time to screen readers. */
function Clock({ endCountdown, receivedAtMs }: { endCountdown: number; receivedAtMs: number }) {
	const { seconds, total } = useTimeLeft(endCountdown, receivedAtMs);
	// Operators may move the end: then there are more than 99 minutes.
	const text = `${twoDigits(Math.floor(total / 60))}:${twoDigits(seconds)}`;
	const size = { '--characters': text.length } as CSSProperties;
	return (
		<p className="night-clock centered" style={size} aria-hidden="true" translate="no">
			<span key={total <= CLOSE_S ? total : 'far'} className={total <= CLOSE_S ? 'night-close' : ''}>
				{text}
			</span>
		</p>
	);
}

interface Given {
	key: number;
	artist: ListedArtist;
	votes: number;
}

const SHOWN = 3;

function LastVotes({ list }: { list: readonly ListedArtist[] }) {
	const { t } = useLingui();
	const given = useLastVotes(list);
	const [leader, second] = list;
	return (
		<div className="night-votes">
			<h2 className="text-s muted semibold">{t`Last votes`}</h2>
			<ol className="clipped">
				{given.length === 0 && leader && second && (
					<li className="muted">
						<LeadText leader={leader} second={second} />
					</li>
				)}
				{given.map(({ key, artist, votes }) => (
					<li key={key} className="row gap-2 fan" style={fanStyle(artist.fan_color)}>
						<span className="face">
							<ArtistPicture artist={artist} />
						</span>
						<span className="ellipsis min-0" translate="no">
							{nameOf(artist)}
						</span>
						<b className="push">+{formatNumber(votes)}</b>
					</li>
				))}
			</ol>
		</div>
	);
}

/** What the chart has gained since the update before, the latest first. */
function useLastVotes(list: readonly ListedArtist[]): readonly Given[] {
	const [{ before, given }, setSeen] = useState<{ before: readonly ListedArtist[]; given: readonly Given[] }>({
		before: list,
		given: [],
	});
	if (list !== before) {
		const had = new Map(before.map(({ artist_id, tickets }) => [artist_id, tickets]));
		const gained = list
			.map((artist) => ({ artist, votes: artist.tickets - (had.get(artist.artist_id) ?? artist.tickets) }))
			.filter(({ votes }) => votes > 0)
			.map((one, index) => ({ ...one, key: (given[0]?.key ?? 0) + list.length - index }));
		setSeen({ before: list, given: [...gained, ...given].slice(0, SHOWN) });
	}
	return given;
}
