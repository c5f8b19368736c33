/** News in the hands of operators: drafts, scheduled pieces, categories. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { ConsoleNews, createNews as createCall, listNews as listCall } from '#contract/operator/news.ts';
import type * as bulk from '#contract/operator/lists/bulk.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { readPage } from '#server/kernel/paging.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { changeEach, setHidden } from '#server/audit-trail/bulk.ts';
import { changeThing, expectLatest } from '#server/audit-trail/edit.ts';
import * as sql from './sql.ts';

type Fields = CheckedInputOf<typeof createCall>['body'];

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
	return { list: list.map(present), cursor };
}

export async function readNews(db: Database, newsId: number): Promise<ConsoleNews> {
	const row = await sql.selectPiece(db, newsId);
	if (!row) throw new Problem('news_not_found');
	return present(row);
}

export function createNews(db: Database, actor: Actor, fields: Fields): Promise<ConsoleNews> {
	return db.transaction(async (tx) => {
		const newsId = await sql.insertPiece(tx, await checked(tx, fields), await publishedAt(tx, fields));
		const row = await sql.lockPiece(tx, newsId);
		if (!row) throw new Error('A piece just written is gone');
		await record(tx, actor, { action: 'news.create', target: `news:${newsId}`, after: row });
		return present(row);
	});
}

export function editNews(
	db: Database,
	actor: Actor,
	newsId: number,
	{ version, ...fields }: Fields & { version: number },
): Promise<ConsoleNews> {
	const edit = { action: 'news.edit', target: `news:${newsId}`, version, missing: 'news_not_found' } as const;
	return db.transaction(async (tx) => {
		const row = await changeThing(tx, actor, edit, {
			read: () => sql.lockPiece(tx, newsId),
			async write(before) {
				const isKept = fields.publish_local === before.publish_local;
				const at = isKept ? undefined : await publishedAt(tx, fields);
				await sql.updatePiece(tx, newsId, await checked(tx, fields), at);
			},
		});
		return present(row);
	});
}

/** @throws {Problem} */
async function publishedAt(tx: Tx, { publish_local: local }: Fields): Promise<Date> {
	return (await readSiteTimes(tx)).instantOf('publish_local', local);
}

async function checked(tx: Tx, fields: Fields): Promise<sql.NewsFields> {
	if (!(await sql.lockCategory(tx, fields.category_id))) throw new Problem('category_not_found');
	await expectMedia(tx, fields.cover_media_id);
	const { html, policy } = sanitizeHtml(fields.content_raw);
	return { ...fields, content_html: html, content_policy: policy };
}

/** Publishes several articles and videos, or makes drafts of them. */
export function setNewsHidden(db: Database, actor: Actor, body: CheckedInputOf<typeof bulk.setNewsHidden>['body']) {
	return setHidden(db, actor, body, {
		noun: 'news',
		missing: 'news_not_found',
		verbs: { hide: 'unpublish', show: 'publish' },
		lock: sql.lockPiece,
		update: sql.updateHidden,
	});
}

/** Deletes drafts that nobody needs. */
export function removeNewsDrafts(
	db: Database,
	actor: Actor,
	{ items, dry_run: isDryRun }: CheckedInputOf<typeof bulk.removeNewsDrafts>['body'],
): Promise<{ results: bulk.BulkResult[] }> {
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

export function createCategory(db: Database, actor: Actor, fields: sql.CategoryFields): Promise<sql.CategoryRow[]> {
	return db.transaction(async (tx) => {
		const categoryId = await sql.insertCategory(tx, fields);
		if (categoryId === null) throw new Problem('key_taken');
		await record(tx, actor, { action: 'category.create', target: `category:${categoryId}`, after: fields });
		return sql.selectCategories(tx);
	});
}

export function editCategory(
	db: Database,
	actor: Actor,
	categoryId: number,
	{ version, ...fields }: sql.CategoryFields & { version: number },
): Promise<sql.CategoryRow[]> {
	const target = `category:${categoryId}`;
	return db.transaction(async (tx) => {
		const edit = { action: 'category.edit', target, version, missing: 'category_not_found' } as const;
		await changeThing(tx, actor, edit, {
			read: () => sql.lockCategory(tx, categoryId),
			async write() {
				if (!(await sql.updateCategory(tx, categoryId, fields))) throw new Problem('key_taken');
			},
		});
		return sql.selectCategories(tx);
	});
}

export function removeCategory(db: Database, actor: Actor, categoryId: number): Promise<sql.CategoryRow[]> {
	return db.transaction(async (tx) => {
		const before = await sql.lockCategory(tx, categoryId);
		if (!before) throw new Problem('category_not_found');
		if (before.piece_count > 0) throw new Problem('category_in_use');
		await sql.deleteCategory(tx, categoryId);
		await record(tx, actor, { action: 'category.remove', target: `category:${categoryId}`, before });
		return sql.selectCategories(tx);
	});
}

function present({ published_key: _, title_key: __, ...row }: sql.NewsRow): ConsoleNews {
	return { ...row, cover: presentPicture(row.cover_media_id) };
}
