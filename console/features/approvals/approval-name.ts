/** Names of the kinds of requests. */
import { useLingui } from '@lingui/react/macro';

export function useApprovalName(): (kind: string) => string {
	const { t } = useLingui();
	const names = new Map([
		['gem_adjustment', t`Adjust the gems of a fan`],
		['refund', t`Refund an order`],
		['vote_void', t`Void the votes of a case`],
		['vote_restore', t`Restore the votes of a case`],
		['role_change', t`Grant a higher role`],
		['goods_change', t`Change what is sold`],
		['economy_change', t`Change what a vote costs`],
		['reward_change', t`Change the check-in’s rewards`],
		['ranking_price', t`Give a ranking its own price`],
		['artist_rename', t`Rename an artist during a vote`],
		['make_good', t`Make good for votes that failed`],
	]);
	return (kind) => names.get(kind) ?? kind.replaceAll('_', ' ');
}
