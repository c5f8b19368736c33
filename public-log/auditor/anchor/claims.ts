/** What the anchor claims of rankings' logs, gathered from its leaves. */
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Reports } from '../checks/findings.ts';

export interface RootClaim {
	size: number;
	/** Base64. */
	root: string;
	/** SHA-256 of the last leaf, which is the result. Null in a plain checkpoint. */
	leafSha256: string | null;
	/** True if the log goes on under another name from here. */
	isEnd: boolean;
	/** Index of the leaf that claims it. */
	leaf: number;
}

export interface SumsClaim {
	sums: Supply['rankings'][string];
	leaf: number;
}

/** Lists by name, each in the order of the anchor. */
class Lists<Item> extends Map<string, Item[]> {
	add(name: string, item: Item): void {
		const items = this.get(name);
		if (items) items.push(item);
		else this.set(name, [item]);
	}

	of(name: string): readonly Item[] {
		return this.get(name) ?? [];
	}
}

export class Claims {
	/** By origin. */
	readonly roots = new Lists<RootClaim>();
	/** By the ranking's key. */
	readonly sums = new Lists<SumsClaim>();

	/** The leaves that the anchor had told of a log before its own leaf of this index. */
	sizeBefore(origin: string, leaf: number): number {
		return this.roots.of(origin).findLast((claim) => claim.leaf < leaf)?.size ?? 0;
	}
}

/** Judges the anchored checkpoints of each log by themselves, and keeps them for those who read the logs. */
export function judgeGrowth(leaf: AnchorLeaf, index: number, claims: Claims, findings: Reports<'growth'>): void {
	if (leaf.type !== 'cp' && leaf.type !== 'result' && leaf.type !== 'restored') return;
	const { origin, size, root } = leaf;
	const last = claims.roots.of(origin).at(-1);
	const isEnd = leaf.type === 'restored';
	if (last?.isEnd) findings.fail('growth', `${origin} goes on under another name`, index);
	else if (last?.leafSha256 && !isEnd) findings.fail('growth', `${origin} has its result already`, index);
	else if (last && (isEnd ? size < last.size : size <= last.size))
		findings.fail('growth', `${origin} had ${last.size} leaves before`, index);
	const leafSha256 = leaf.type === 'result' ? leaf.leafSha256 : null;
	claims.roots.add(origin, { size, root, leafSha256, isEnd, leaf: index });
}
