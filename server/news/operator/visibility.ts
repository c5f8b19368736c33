/** Publishes several articles and videos, or makes drafts of them. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setNewsHidden as call } from '#contract/operator/lists/bulk.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { expectLatest } from '#server/audit-trail/edit.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import * as sql from './sql.ts';

export function setNewsHidden(
	db: Database,
	actor: Actor,
	{ items, hidden, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[] }> {
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await sql.lockPiece(tx, id);
		if (before?.hidden === hidden) return { outcome: 'unchanged', version: before.version };
		expectLatest(before, { version, missing: 'news_not_found' });
		if (isDryRun) return { outcome: 'changed', version };
		await sql.updateHidden(tx, id, hidden);
		const after = { hidden, version: version + 1 };
		const action = hidden ? 'news.unpublish' : 'news.publish';
		await record(tx, actor, { action, target: `news:${id}`, before: { hidden: !hidden, version }, after });
		return { outcome: 'changed', version: after.version };
	});
}
