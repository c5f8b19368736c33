/** Whether the public list holds a vote, as this device found out, and what stands behind that. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icons.tsx';
import { formatNumber } from '#client/numbers.ts';
import { formatReceiptFile } from '#public-log/format/receipt-file.ts';
import { Button } from '#ui/primitives/button.tsx';
import { AnchorChangeText, HindranceText, ListedText, Fingerprints } from '../../../lib/votes/vote-texts.tsx';
import type { VoteCheck, KnownVote } from '../../../lib/votes/check-vote.ts';
import { Fact } from '../../../lib/elements/elements.tsx';
import { ContactMail } from '../../../lib/elements/contact-mail.tsx';
import type { VoteFault } from '#public-log/browser/evidence.ts';
import { addressOf } from '#public-log/browser/logs.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import './my-votes.css';

export function VoteStatus({ check }: { check: VoteCheck | undefined }) {
	const { t } = useLingui();
	if (!check) return null;
	if (check.state === 'listed') {
		const { witnesses } = check;
		return (
			<Line icon={witnesses.length > 0 ? 'lock' : 'check'} tone="good">
				<ListedText witnesses={witnesses.length} />
			</Line>
		);
	}
	if (check.state === 'waiting') {
		return <Line icon="clock">{t`Counted. Waiting to be listed, usually a few seconds.`}</Line>;
	}
	if (check.state === 'unchecked')
		return (
			<Line icon="warning">
				<HindranceText why={check.why} />
			</Line>
		);
	return (
		<Line icon="warning" tone="bad">
			<b>{t`Check failed.`}</b> {FAULTS[check.fault]}{' '}
			<Trans>
				Check again. If it fails again, save the proof under Proof and send it to <ContactMail />.
			</Trans>
		</Line>
	);
}

function Line({ icon, tone, children }: { icon: IconName; tone?: 'good' | 'bad'; children: ReactNode }) {
	return (
		<span className={`vote-status flex align-start gap-2 text-s breaks ${tone ?? 'muted'}`}>
			<Icon name={icon} />
			<span>{children}</span>
		</span>
	);
}

const FAULTS: Record<VoteFault, ReactNode> = {
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
	foreign_anchor: <Trans>The witnesses signed for another site.</Trans>,
	unreadable_policy: <Trans>This page is too old to read the list of witnesses. Load it again.</Trans>,
	key: <AnchorChangeText change="key" />,
	witnesses: <AnchorChangeText change="witnesses" />,
};

interface VoteDetailsProps {
	vote: KnownVote;
	check: VoteCheck | undefined;
	onCheck: () => void;
}

export function VoteDetails({ vote, check, onCheck }: VoteDetailsProps) {
	const { t } = useLingui();
	const evidence = check?.evidence;
	const proof = evidence?.proof;
	const receipt = check?.receipt;
	return (
		<details
			className="vote-details text-s"
			onToggle={({ currentTarget }) => currentTarget.open && !check && onCheck()}
		>
			<summary className="fold row gap-3 muted text-s">{t`Proof`}</summary>
			{check?.state === 'listed' && (
				<dl>
					<Fact
						name={t`Place in the public list`}
					>{t`${formatNumber(check.index)} of ${formatNumber(check.size)}`}</Fact>
					{check.witnesses.length > 0 && <Fact name={t`Witnesses`}>{check.witnesses.join(', ')}</Fact>}
					<Fact name={t`Key that shows it is yours`}>{check.own ? t`On this device` : t`Not on this device`}</Fact>
				</dl>
			)}
			<div className="vote-details-ways wraps row gap-3">
				{proof && (
					<Button variant="quiet" onClick={() => saveAsFile(`${vote.tag}.tlog-proof`, proof, 'text/plain')}>
						<Trans>Save proof</Trans>
					</Button>
				)}
				{receipt && (
					<Button
						variant="quiet"
						onClick={() => saveAsFile(`${vote.tag}.receipt`, formatReceiptFile(receipt), 'text/plain')}
					>{t`Save receipt`}</Button>
				)}
				<Button variant="quiet" onClick={onCheck}>{t`Check again`}</Button>
			</div>
			<details>
				<summary className="fold row gap-3 muted text-s">{t`For programs`}</summary>
				<dl>
					<Fact name={t`Code of this vote`}>{vote.tag}</Fact>
					{evidence && <Fact name={t`Its line in the list`}>{evidence.leaf}</Fact>}
					{check?.state === 'listed' && <Fingerprints of={check.fingerprints} />}
				</dl>
				{evidence && (
					<a className="target underlined" href={`${addressOf(evidence.log)}/checkpoint`}>{t`Signature of the list`}</a>
				)}
			</details>
		</details>
	);
}
