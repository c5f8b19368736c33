/** How far an artist has moved today: an arrow and a number, in words for those who cannot see them. */
import { Plural, Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Move } from './move.ts';
import './move-mark.css';

const ARROWS = { up: '▲', down: '▼' };

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
