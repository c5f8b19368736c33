/** Says in plain words what is wrong with a vote in the public list. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { VoteFault } from './evidence.ts';

export function FaultText({ fault }: { fault: VoteFault }): ReactNode {
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
