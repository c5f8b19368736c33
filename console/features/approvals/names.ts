import { useLingui } from '@lingui/react/macro';
import type { ApprovalKind } from '#contract/operator/approvals.ts';

/** Returns what a request of the kind would do. */
export function useApprovalName(): (kind: string) => string {
	const { t } = useLingui();
	const names: Record<ApprovalKind, string> = {
		gem_adjustment: t`Adjust the gems of a fan`,
		refund: t`Refund an order`,
		vote_void: t`Void the votes of a case`,
		vote_restore: t`Restore the votes of a case`,
		role_change: t`Grant a higher role`,
		goods_change: t`Change what is sold`,
		economy_change: t`Change what a vote costs`,
		reward_change: t`Change the check-in’s rewards`,
		ranking_price: t`Give a ranking its own price`,
		make_good: t`Make good for votes that failed`,
		artist_rename: t`Rename an artist during a vote`,
		entry_visibility: t`Hide or show an artist of a running ranking`,
		early_result: t`Certify a result before its review is over`,
		fan_suspension: t`Suspend fans, or end their suspension`,
	};
	return (kind) => names[kind as ApprovalKind] ?? kind.replaceAll('_', ' ');
}
