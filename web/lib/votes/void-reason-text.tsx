/** Why votes were voided, in plain words. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CaseReason } from '#contract/voting.ts';

export function VoidReasonText({ reason }: { reason: CaseReason }): ReactNode {
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
