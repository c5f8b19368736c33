/** Tells why a vote does not count and how to object, or that it counts again. */
import { Trans } from '@lingui/react/macro';
import type { Voided } from '#contract/voting.ts';
import { VoidReasonText } from '../../../lib/votes/void-reason-text.tsx';
import { SupportMail } from './support-mail.tsx';

export function VoidNote({ voided, restored }: { voided: Voided; restored: Voided }) {
	if (voided) {
		return (
			<>
				<span className="my-votes-voided">
					<Trans>
						Voided: <VoidReasonText reason={voided.reason} />, case {voided.case_id}
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
