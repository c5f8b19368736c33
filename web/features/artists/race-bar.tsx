/** Shows the artist's gap to the rank above or, for the leader, the lead over the rank below. */
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { RankInfo } from '#contract/artists.ts';
import { type Race, raceOf } from './race.ts';
import './race-bar.css';

export function RaceBar({ standing }: { standing: RankInfo }) {
	const race = raceOf(standing);
	if (!race) return null;
	const { rank } = race;
	return (
		<div className="race-bar">
			<p>
				<span>
					<RaceText race={race} />
				</span>
				<span>
					<Trans>#{rank}</Trans>
				</span>
			</p>
			<div className="race-bar-track" aria-hidden="true">
				<i style={{ '--share': race.share } as CSSProperties} />
			</div>
		</div>
	);
}

function RaceText({ race: { kind, name, tickets } }: { race: Race }) {
	const gap = formatNumber(tickets);
	if (kind === 'behind') {
		return (
			<Trans>
				{gap} behind <b>{name}</b>
			</Trans>
		);
	}
	if (kind === 'ahead') {
		return (
			<Trans>
				{gap} ahead of <b>{name}</b>
			</Trans>
		);
	}
	return (
		<Trans>
			Level with <b>{name}</b>
		</Trans>
	);
}
