import type { ApprovalKind } from '#contract/operator/approvals.ts';

const names: Record<ApprovalKind, string> = {
	gem_adjustment: 'Adjust the gems of a fan',
	refund: 'Refund an order',
	vote_void: 'Void the votes of a case',
	vote_restore: 'Restore the votes of a case',
	role_change: 'Grant a higher role',
	goods_change: 'Change what is sold',
	economy_change: 'Change what a vote costs',
	reward_change: 'Change the check-in’s rewards',
	ranking_price: 'Give a ranking its own price',
	make_good: 'Make good for votes that failed',
	artist_rename: 'Rename an artist during a vote',
	entry_visibility: 'Hide or show an artist of a running ranking',
	early_result: 'Certify a result before its review is over',
	fan_suspension: 'Suspend fans, or end their suspension',
};

/** Returns what a request of the kind would do. */
export const approvalName = (kind: string): string => names[kind as ApprovalKind] ?? kind.replaceAll('_', ' ');
