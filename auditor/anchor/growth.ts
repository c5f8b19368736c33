/** Judges the anchored checkpoints of each log by themselves, and keeps them for those who read the logs. */
import type { AnchorLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import type { Reports } from '../checks/findings.ts';
import type { Claims } from './claims.ts';

export function judgeGrowth(leaf: AnchorLeaf, index: number, claims: Claims, findings: Reports<'growth'>): void {
	if (leaf.type !== 'cp' && leaf.type !== 'result' && leaf.type !== 'restored') return;
	const { origin, size, root } = leaf;
	const last = claims.rootsOf(origin).at(-1);
	const isEnd = leaf.type === 'restored';
	if (last?.isEnd) findings.fail('growth', `${origin} goes on under another name`, index);
	else if (last?.leafSha256 && !isEnd) findings.fail('growth', `${origin} has its result already`, index);
	else if (last && (isEnd ? size < last.size : size <= last.size))
		findings.fail('growth', `${origin} had ${last.size} leaves before`, index);
	const leafSha256 = leaf.type === 'result' ? leaf.leafSha256 : null;
	claims.addRoot(origin, { size, root, leafSha256, isEnd, leaf: index });
}
