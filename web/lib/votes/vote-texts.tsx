import { Trans, Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CaseReason } from '#contract/voting.ts';
import { Fact, useMoment } from '../elements/elements.tsx';
import type { Hindrance } from './check-vote.ts';

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

export function RestoredText({ restoredTo }: { restoredTo: number }) {
	const moment = useMoment()(restoredTo);
	return (
		<Trans>
			After a failure, the site was restored to how it was at {moment}. Votes cast after that do not count, and
			everybody has the gems that they had then.
		</Trans>
	);
}

/** A change that the anchor of before does not explain. */
export function AnchorChangeText({ change }: { change: 'key' | 'witnesses' }) {
	if (change === 'key')
		return (
			<Trans>
				The main list is signed by another key than the one this device saw before, and that one did not announce it.
				Compare the fingerprints on the page Transparency with those of other fans.
			</Trans>
		);
	return (
		<Trans>
			The witnesses are others than those this device saw before, and those did not sign the change. Compare the
			fingerprints on the page Transparency with those of other fans.
		</Trans>
	);
}

export function HindranceText({ why }: { why: Hindrance }) {
	if (why === 'offline') return <Trans>Not checked: there is no connection. Try again when you are online.</Trans>;
	if (why === 'server') return <Trans>Not checked: the proof could not be loaded. Try again later.</Trans>;
	return <Trans>Not checked: this browser cannot check signatures. Update it, or open this page in another one.</Trans>;
}

export function Fingerprints({ of }: { of: readonly [name: string, fingerprint: string][] }) {
	return of.map(([name, fingerprint]) => (
		<Fact key={name} name={<Trans>Fingerprint of {name}</Trans>}>
			<code>{fingerprint}</code>
		</Fact>
	));
}

/** The vote's place in the list is a matter of its proof: beside a rank it would be read as one. */
export function ListedText({ witnesses }: { witnesses: number }) {
	if (witnesses === 0) return <Trans>Vote counted</Trans>;
	return (
		<Plural value={witnesses} one="Vote counted · locked by # witness" other="Vote counted · locked by # witnesses" />
	);
}
