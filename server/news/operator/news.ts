/** News in the hands of operators: drafts, scheduled pieces, categories. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { ConsoleNews, listNews as listCall } from '#contract/operator/news.ts';
import type * as bulk from '#contract/operator/lists/bulk.ts';
import { record, changeEach, expectLatest } from '#server/audit-trail/audit-trail.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { readPage } from '#server/kernel/paging.ts';
import { Problem } from '#server/kernel/problem.ts';
import { deleteRow, lockRow, setHidden, withPictures } from '#server/resources/table.ts';
import * as sql from './sql.ts';

export async function listNews(
	db: Database,
	filter: CheckedInputOf<typeof listCall>['query'],
): Promise<{ list: ConsoleNews[]; cursor: string | null }> {
	const byTitle = filter.sort === 'title';
	const { list, cursor } = await readPage(
		filter,
		[byTitle ? 'text' : 'bigint', 'integer'],
		(after, limit) => sql.selectNews(db, filter, after, limit),
		(row) => [byTitle ? row.title_key : row.published_key, row.news_id],
	);
	return { list: list.map(withPictures), cursor };
}

/** Publishes several articles and videos, or makes drafts of them. */
export function setNewsHidden(db: Database, actor: Actor, body: CheckedInputOf<typeof bulk.setNewsHidden>['body']) {
	return setHidden(db, actor, body, {
		stored: sql.news,
		verbs: { hide: 'unpublish', show: 'publish' },
	});
}

/** Deletes drafts that nobody needs. */
export function removeNewsDrafts(
	db: Database,
	actor: Actor,
	{ items, dry_run: isDryRun }: CheckedInputOf<typeof bulk.removeNewsDrafts>['body'],
): Promise<{ results: bulk.BulkResult[] }> {
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await lockRow(tx, sql.news, id);
		// Deleted by the first attempt of this request, or by somebody else.
		if (!before) return { outcome: 'unchanged', version: null };
		expectLatest(before, { version, missing: 'news_not_found' });
		if (!before.hidden) throw new Problem('news_published');
		if (isDryRun) return { outcome: 'changed', version: null };
		await deleteRow(tx, sql.news, id);
		await record(tx, actor, { action: 'news.delete', target: `news:${id}`, before });
		return { outcome: 'changed', version: null };
	});
}
