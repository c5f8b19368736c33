/** Tells why a vote does not count and how to object, or that it counts again. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CaseReason, Voided } from '#contract/voting.ts';
import { SupportMail } from './support-mail.tsx';

export function VoidNote({ voided, restored }: { voided: Voided; restored: Voided }) {
	if (voided) {
		return (
			<>
				<span className="my-votes-voided">
					<Trans>
						Voided: {reasonText(voided.reason)}, case {voided.case_id}
					</Trans>
				</span>
				<span className="my-votes-note">
					<Trans>
						Wrong? Write to <SupportMail /> and name case {voided.case_id}. Votes that were voided by mistake count
						again.
					</Trans>
				</span>
			</>
		);
	}
	if (!restored) return null;
	return (
		<span className="my-votes-note">
			<Trans>Counts again: case {restored.case_id} was taken back for this vote.</Trans>
		</span>
	);
}

function reasonText(reason: CaseReason): ReactNode {
	const texts: Record<CaseReason, ReactNode> = {
		BOT: <Trans>cast by a program</Trans>,
		FARM: <Trans>many accounts of one person</Trans>,
		EXPL: <Trans>paid with gems from an error of the site</Trans>,
		CHRG: <Trans>the payment for its gems was taken back</Trans>,
		STOL: <Trans>cast from a stolen account</Trans>,
		ERR: <Trans>an error of ours</Trans>,
		TEST: <Trans>a test of ours</Trans>,
	};
	return texts[reason];
}
