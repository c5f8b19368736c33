/**
 * This tree and another one, the release before for instance, in turns within one run: `git worktree add ../before REV`,
 * there `npm ci`, here `AGAINST=../before npm run bench -- against`.
 */
import { resolve } from 'node:path';
import { OWN_TREE, openSide, versus } from './lib/sides.ts';
import type { Bench } from './lib/report.ts';

export const against: Bench = async (length) => {
	const other = process.env.AGAINST;
	if (!other) throw new Error('AGAINST names no tree: see bench/against.ts');
	return versus({ ours: await openSide(OWN_TREE), before: await openSide(resolve(other)) }, length);
};
