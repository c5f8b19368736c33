/** Shows the effect of the votes: the gap afterwards and the gems left. Shows dashes while the amount is invalid. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { effectOf, type VoteTarget } from './vote-target.ts';

export interface EffectPanelProps {
	target: VoteTarget;
	/** Null while the amount is not valid. */
	votes: number | null;
	/** True if an amount is entered and it is wrong. */
	invalid: boolean;
	balance: number;
}

export function EffectPanel({ target, votes, invalid, balance }: EffectPanelProps) {
	const [label, value] = effectLine(target, votes ?? 0);
	const left = formatNumber(balance - (votes ?? 0) * target.ratio);
	return (
		<dl className="vote-effect">
			<div className="vote-effect-gap">
				<dt>{label}</dt>
				<dd>{invalid ? '—' : value}</dd>
			</div>
			<div>
				<dt>
					<Trans>Gems left</Trans>
				</dt>
				<dd>{invalid ? '—' : left}</dd>
			</div>
		</dl>
	);
}

function effectLine(target: VoteTarget, votes: number): [ReactNode, ReactNode] {
	const effect = effectOf(target, votes);
	if (effect.kind === 'takes')
		return [<Trans key="label">After this vote</Trans>, <Trans key="value">Takes #{effect.rank}</Trans>];
	if (effect.kind === 'lead') return [<Trans key="label">Lead after this vote</Trans>, formatNumber(effect.tickets)];
	if (effect.kind === 'alone')
		return [<Trans key="label">Votes after this vote</Trans>, formatNumber(target.artist.tickets + votes)];
	const gap = effect.kind === 'gap' ? effect.tickets : 0;
	return [<Trans key="label">Gap to #{effect.rank} after this vote</Trans>, formatNumber(gap)];
}
