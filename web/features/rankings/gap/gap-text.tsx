/** "28,095 to #4", "Leads by 43,324", "Level with #4". */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Gap } from './gap.ts';
import './gap.css';

export function GapText({ gap, className }: { gap: Gap; className: string }) {
	if (gap.kind === 'none') return null;
	return (
		<span className={className}>
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
