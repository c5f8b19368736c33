/** Deletes drafts that nobody needs. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, removeNewsDrafts as call } from '#contract/operator/lists/bulk.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import { expectLatest } from '#server/audit-trail/edit.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

export function removeNewsDrafts(
	db: Database,
	actor: Actor,
	{ items, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[] }> {
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await sql.lockPiece(tx, id);
		// Deleted by the first attempt of this request, or by somebody else.
		if (!before) return { outcome: 'unchanged', version: null };
		expectLatest(before, { version, missing: 'news_not_found' });
		if (!before.hidden) throw new Problem('news_published');
		if (isDryRun) return { outcome: 'changed', version: null };
		await sql.deletePiece(tx, id);
		await record(tx, actor, { action: 'news.delete', target: `news:${id}`, before });
		return { outcome: 'changed', version: null };
	});
}
