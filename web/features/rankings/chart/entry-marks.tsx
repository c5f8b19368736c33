import type { CSSProperties } from 'react';
import { Trans, Plural } from '@lingui/react/macro';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Gap, Move } from './standings.ts';
import './chart-list.css';

/** A bare number, and in words what it is for those who hear it. */
export function RankNumber({ rank }: { rank: number }) {
	return (
		<>
			<span className="visually-hidden">
				<Trans>Rank {rank}</Trans>
			</span>
			<span aria-hidden="true">{formatNumber(rank)}</span>
		</>
	);
}

/** The list around it has the style of `leaderStyle`. */
export function ShareBar({ tickets }: { tickets: number }) {
	return <span className="part-bar" aria-hidden="true" style={{ '--tickets': tickets } as CSSProperties} />;
}

/** The leader's tickets for all bars of a list. When they change, no row has to be rendered again for it. */
export function leaderStyle(list: readonly ListedArtist[]): CSSProperties {
	return { '--most': Math.max(1, list[0]?.tickets ?? 0) } as CSSProperties;
}

/** "28,095 to #4", "Leads by 43,324", "Level with #4". */
export function GapText({ gap }: { gap: Gap }) {
	if (gap.kind === 'none') return null;
	return (
		<span className="gap">
			<GapWords gap={gap} />
		</span>
	);
}

function GapWords({ gap }: { gap: Exclude<Gap, { kind: 'none' }> }) {
	if (gap.kind === 'level') return <Trans>Level with #{gap.rank}</Trans>;
	const tickets = formatNumber(gap.tickets);
	if (gap.kind === 'leads') {
		return (
			<Trans>
				Leads by <b>{tickets}</b>
			</Trans>
		);
	}
	return (
		<Trans>
			<b>{tickets}</b> to #{gap.rank}
		</Trans>
	);
}

const ARROWS = { up: '▲', down: '▼' };

/** How far an artist has moved today: an arrow and a number, in words for those who cannot see them. */
export function MoveMark({ move }: { move: Move | null }) {
	if (!move) return null;
	if (move.kind === 'new') {
		return (
			<span className="move-mark move-mark-new">
				<Trans>New</Trans>
			</span>
		);
	}
	return (
		<span className={`move-mark move-mark-${move.kind}`}>
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
