/** One line about one vote: whether the public list holds it, as this device found out. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icons.tsx';
import { FaultText } from '../../../lib/votes/fault-text.tsx';
import { HindranceText } from '../../../lib/votes/hindrance-text.tsx';
import type { VoteCheck } from '../../../lib/votes/check-vote.ts';
import { ListedText } from '../../../lib/votes/listed-text.tsx';
import { SupportMail } from './support-mail.tsx';
import './vote-status.css';

/** Undefined: not checked in this visit. */
export function VoteStatus({ check }: { check: VoteCheck | undefined }) {
	if (!check) return null;
	if (check.state === 'listed') {
		const { index, witnesses } = check;
		return (
			<Line icon={witnesses.length > 0 ? 'lock' : 'check'} tone="good">
				<ListedText index={index} witnesses={witnesses.length} />
			</Line>
		);
	}
	if (check.state === 'waiting') {
		return (
			<Line icon="clock">
				<Trans>Counted. Waiting to be listed, usually a few seconds.</Trans>
			</Line>
		);
	}
	if (check.state === 'unchecked') {
		return (
			<Line icon="warning">
				<HindranceText why={check.why} />
			</Line>
		);
	}
	return (
		<Line icon="warning" tone="bad">
			<b>
				<Trans>Check failed.</Trans>
			</b>{' '}
			<FaultText fault={check.fault} />{' '}
			<Trans>
				Check again. If it fails again, save the proof under Details and send it to <SupportMail />.
			</Trans>
		</Line>
	);
}

function Line({ icon, tone, children }: { icon: IconName; tone?: 'good' | 'bad'; children: ReactNode }) {
	return (
		<span className="vote-status" data-tone={tone}>
			<Icon name={icon} />
			<span>{children}</span>
		</span>
	);
}
