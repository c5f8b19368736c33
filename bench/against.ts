/**
 * This tree and another one, the release before for instance, in turns within one run: `git worktree add ../before REV`,
 * there `npm ci`, here `AGAINST=../before npm run bench -- against`. With `STORED=1000000` both begin with so many votes,
 * for which the two must have the same tables.
 */
import { resolve } from 'node:path';
import type { Database } from '#server/kernel/database.ts';
import { storeVotes } from './growth.ts';
import { OWN_TREE, openSide, versus } from './lib/sides.ts';
import type { Bench } from './lib/report.ts';

export const against: Bench = async (length) => {
	const other = process.env.AGAINST;
	if (!other) throw new Error('AGAINST names no tree: see bench/against.ts');
	const stored = Number(process.env.STORED ?? 0);
	const grow = stored > 0 ? (db: Database) => storeVotes(db, stored) : undefined;
	const open = (tree: string) => () => openSide(tree, {}, grow);
	return versus({ ours: open(OWN_TREE), before: open(resolve(other)) }, length);
};
