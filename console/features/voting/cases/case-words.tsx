/** States and reasons of cases, in words. */
import { useLingui } from '@lingui/react/macro';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';

export function useReasonName(): (reason: CaseReason) => string {
	const { t } = useLingui();
	const names: Record<CaseReason, string> = {
		BOT: t`Automation`,
		FARM: t`Many accounts of one person`,
		EXPL: t`Gems from an exploit`,
		CHRG: t`Charge-back`,
		STOL: t`Stolen account`,
		ERR: t`Our error`,
		TEST: t`Our test`,
	};
	return (reason) => `${reason}: ${names[reason]}`;
}

/** Explains what happens to gems and wallets when the votes of a case are voided. */
export function useConsequence(): (reason: CaseReason) => string {
	const { t } = useLingui();
	const fraud = t`Bought gems are returned, and the wallets are locked. Earned gems are not returned.`;
	const fault = t`All gems are returned, earned and bought.`;
	const nothing = t`No gems are returned.`;
	const texts: Record<CaseReason, string> = {
		BOT: fraud,
		FARM: fraud,
		EXPL: fraud,
		STOL: fault,
		ERR: fault,
		CHRG: nothing,
		TEST: nothing,
	};
	return (reason) => texts[reason];
}

export function CaseStateTag({ state }: Pick<VoteCase, 'state'>) {
	const { t } = useLingui();
	const looks: Record<VoteCase['state'], [TagTone, string]> = {
		objections: ['neutral', t`Open for objections`],
		ready: ['warning', t`Ready to void`],
		waiting: ['warning', t`Waits for a second operator`],
		voiding: ['neutral', t`Is being voided`],
		voided: ['bad', t`Voided`],
		restoring: ['neutral', t`Is being restored`],
		restored: ['good', t`Restored`],
		dropped: ['neutral', t`Dropped`],
	};
	const [tone, text] = looks[state];
	return <Tag tone={tone}>{text}</Tag>;
}
