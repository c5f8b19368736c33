/** One line about one vote: whether the public list holds it, as this device found out. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icons.tsx';
import { HindranceText } from '../../../lib/votes/vote-texts.tsx';
import type { VoteCheck } from '../../../lib/votes/check-vote.ts';
import { ListedText } from '../../../lib/votes/listed-text.tsx';
import { ContactMail } from '../../../lib/elements/contact-mail.tsx';
import type { VoteFault } from '../../../lib/votes/evidence.ts';
import './my-votes.css';

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
				Check again. If it fails again, save the proof under Details and send it to <ContactMail />.
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

/** Says in plain words what is wrong with a vote in the public list. */
function FaultText({ fault }: { fault: VoteFault }): ReactNode {
	const texts: Record<VoteFault, ReactNode> = {
		no_line: <Trans>The site has no line for this vote.</Trans>,
		overdue: <Trans>The site signed that it would list this vote within a minute, and has not.</Trans>,
		other_vote: <Trans>The line that the site showed is not this vote.</Trans>,
		other_tag: <Trans>The line does not carry the code that this device made for the vote.</Trans>,
		other_log: <Trans>The proof belongs to the list of another ranking.</Trans>,
		other_key: <Trans>The list is signed by another key than the one this device saw before.</Trans>,
		another_key: <Trans>The list is not signed by its own key.</Trans>,
		forged: <Trans>The signature of the list is wrong.</Trans>,
		not_included: <Trans>The signed list does not hold this line.</Trans>,
		not_a_proof: <Trans>The proof cannot be read.</Trans>,
	};
	return texts[fault];
}
