/** Articles and videos. */
import type { Database } from '#server/kernel/database.ts';

const MINUTE_MS = 60_000;

/** Published articles, the first the latest; gives their ids. */
export async function someNews(
	owner: Database,
	titles: readonly string[],
	category: 'article' | 'video' = 'article',
): Promise<number[]> {
	await owner.query({
		text: `insert into news_category (position, name, key)
			select position, name, key from (values (1, 'Article', 'article'), (2, 'Video', 'video')) as known (position, name, key)
			where not exists (select from news_category)`,
	});
	const ids: number[] = [];
	for (const [index, title] of titles.entries()) {
		const at = new Date(Date.now() - (index + 1) * MINUTE_MS);
		const rows = await owner.query<{ id: number }>({
			text: `insert into news (category_id, title, content_raw, content_html, content_policy, published_at, updated_at)
				select category_id, $1, '', '<p>For one night only</p>', 1, $2, $2 from news_category where key = $3
				returning news_id as id`,
			values: [title, at, category],
		});
		ids.push(...rows.map(({ id }) => id));
	}
	return ids;
}
