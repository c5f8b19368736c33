/** One change of many items: each in a transaction of its own, so that a refusal concerns its item only. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import type { ProblemSlug } from '#contract/problems.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from './audit-trail.ts';
import { expectLatest } from './edit.ts';

type Change = Pick<BulkResult, 'outcome' | 'version'>;

/** `work` changes the item, or tells what it would do. Any error but a refusal ends the call; earlier items stay changed. */
export async function changeEach<Item extends { id: number }>(
	db: Database,
	items: readonly Item[],
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<{ results: BulkResult[] }> {
	const results: BulkResult[] = [];
	for (const item of items) {
		results.push({ id: item.id, problem: null, message: null, ...(await changeOne(db, item, work)) });
	}
	return { results };
}

/** What hiding and showing needs to know of the things of one kind. */
interface Hideable {
	noun: string;
	missing: ProblemSlug;
	/** Verbs of the audit trail. */
	verbs: { hide: string; show: string };
	lock: (tx: Tx, id: number) => Promise<{ hidden: boolean; version: number } | null>;
	/** Throws if the thing must stay visible. */
	mayHide?: (tx: Tx, id: number) => Promise<void>;
	update: (tx: Tx, id: number, hidden: boolean) => Promise<void>;
}

/** Hides several things from fans, or shows them. */
export function setHidden(
	db: Database,
	actor: Actor,
	{ items, hidden, dry_run: isDryRun }: CheckedInputOf<typeof setNewsHidden>['body'],
	{ noun, missing, verbs, lock, mayHide, update }: Hideable,
): Promise<{ results: BulkResult[] }> {
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await lock(tx, id);
		if (before?.hidden === hidden) return { outcome: 'unchanged', version: before.version };
		expectLatest(before, { version, missing });
		if (hidden) await mayHide?.(tx, id);
		if (isDryRun) return { outcome: 'changed', version };
		await update(tx, id, hidden);
		await record(tx, actor, {
			action: `${noun}.${hidden ? verbs.hide : verbs.show}`,
			target: `${noun}:${id}`,
			before: { hidden: !hidden, version },
			after: { hidden, version: version + 1 },
		});
		return { outcome: 'changed', version: version + 1 };
	});
}

async function changeOne<Item>(
	db: Database,
	item: Item,
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<Change & Partial<BulkResult>> {
	try {
		return await db.transaction((tx) => work(tx, item));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return { outcome: 'refused', problem: error.slug, message: error.message, version: null };
	}
}
