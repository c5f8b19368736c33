import type { CSSProperties } from 'react';
import { Trans, Plural, useLingui } from '@lingui/react/macro';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import type { Gap, Move } from './standings.ts';
import './chart-list.css';

/** A bare number, and in words what it is for those who hear it. */
export function RankNumber({ rank }: { rank: number }) {
	const { t } = useLingui();
	return (
		<>
			<span className="visually-hidden">{t`Rank ${rank}`}</span>
			<span aria-hidden="true">{formatNumber(rank)}</span>
		</>
	);
}

/** How much of the next rank's tickets the artist has: full for the leader. */
export function NextRankBar({ list, artist }: { list: readonly ListedArtist[]; artist: ListedArtist }) {
	const goal = list[artist.rank - 2]?.tickets ?? artist.tickets;
	return (
		<span
			className="part-bar block clipped"
			aria-hidden="true"
			style={{ '--part': (artist.tickets / Math.max(1, goal)).toFixed(3) } as CSSProperties}
		/>
	);
}

/** "28,095 to #4", "Leads by 43,324", "Level with #4". */
export function GapText({ gap }: { gap: Gap }) {
	if (gap.kind === 'none') return null;
	const tickets = formatNumber('tickets' in gap ? gap.tickets : 0);
	return (
		<span className="gap block muted">
			{gap.kind === 'level' && <Trans>Level with #{gap.rank}</Trans>}
			{gap.kind === 'leads' && (
				<Trans>
					Leads by <b>{tickets}</b>
				</Trans>
			)}
			{gap.kind === 'behind' && (
				<Trans>
					<b>{tickets}</b> to #{gap.rank}
				</Trans>
			)}
		</span>
	);
}

/** "Yeoreum Baek leads by 43,324", "#2 is level with #1". */
export function LeadText({ leader, second }: { leader: ListedArtist; second: ListedArtist }) {
	const gap = leader.tickets - second.tickets;
	if (gap === 0) return <Trans>#2 is level with #1</Trans>;
	return (
		<Trans>
			{nameOf(leader)} leads by {formatNumber(gap)}
		</Trans>
	);
}

const ARROWS = { up: '▲', down: '▼' };

/** How far an artist has moved today: an arrow and a number, in words for those who cannot see them. */
export function MoveMark({ move }: { move: Move | null }) {
	const { t } = useLingui();
	if (!move) return null;
	if (move.kind === 'new') return <span className="move-mark good">{t`New`}</span>;
	return (
		<span className={`move-mark ${move.kind === 'up' ? 'good' : 'faint'}`}>
			<span className="visually-hidden">
				{move.kind === 'up' ? (
					<Plural value={move.by} one="Up # place today" other="Up # places today" />
				) : (
					<Plural value={move.by} one="Down # place today" other="Down # places today" />
				)}
			</span>
			<span aria-hidden="true">
				{ARROWS[move.kind]}
				{formatNumber(move.by)}
			</span>
		</span>
	);
}
