/** What stands behind the check of one vote, for those who want to repeat it with other programs. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { formatReceiptFile } from '#public-log/format/receipt-file.ts';
import { Button } from '#ui/primitives/button.tsx';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import type { KnownVote, VoteCheck } from '../../../lib/votes/check-vote.ts';
import { addressOf } from '../../../lib/votes/get-vote-logs.ts';
import './my-votes.css';

export interface VoteDetailsProps {
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
		<details className="vote-details" onToggle={({ currentTarget }) => currentTarget.open && !check && onCheck()}>
			<summary>{t`Details`}</summary>
			<dl>
				<Fact name={t`Code of this vote`} value={vote.tag} />
				{evidence && <Fact name={t`Its line in the list`} value={evidence.leaf} />}
				{check?.state === 'listed' && (
					<>
						<Fact name={t`Number of the line`} value={t`${formatNumber(check.index)} of ${formatNumber(check.size)}`} />
						{check.witnesses.length > 0 && <Fact name={t`Witnesses`} value={check.witnesses.join(', ')} />}
						<Fact name={t`Secret of the code`} value={check.own ? t`On this device` : t`Not on this device`} />
					</>
				)}
			</dl>
			<div className="vote-details-ways">
				{evidence && <a href={`${addressOf(evidence.log)}/checkpoint`}>{t`Signature of the list`}</a>}
				{proof && (
					<Button variant="quiet" onClick={() => saveAsFile(`${vote.tag}.tlog-proof`, proof, 'text/plain')}>
						<Trans>Save proof</Trans>
					</Button>
				)}
				{receipt && (
					<Button
						variant="quiet"
						onClick={() => saveAsFile(`${vote.tag}.receipt`, formatReceiptFile(receipt), 'text/plain')}
					>
						<Trans>Save receipt</Trans>
					</Button>
				)}
				<Button variant="quiet" onClick={onCheck}>{t`Check again`}</Button>
			</div>
		</details>
	);
}

function Fact({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}
