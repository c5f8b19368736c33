/** The private link of an article: whoever has it reads the article as fans would, until the link ends. */
import * as calls from '#contract/operator/news.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { hashSecret, newSecret } from '#server/kernel/secrets.ts';
import { epochSeconds, sql } from '#server/kernel/sql.ts';

const DAYS = 7;

export function previewRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	const read = (on: Db, newsId: number): Promise<number | null> =>
		sql`select ${epochSeconds('ends_at')} as ends from preview_link
			where news_id = ${newsId} and ends_at > lightstick_now()`
			.maybeOne<{ ends: number }>(on)
			.then((link) => link?.ends ?? null);
	serveOperator(deps, calls.readPreviewLink, async ({ params }) => ({ ends_time: await read(db, params.news_id) }));
	serveOperator(deps, calls.makePreviewLink, ({ operator, params: { news_id: id } }) =>
		db.transaction(async (tx) => {
			if (!(await sql`select from news where news_id = ${id} for key share`.exists(tx))) {
				throw new Problem('news_not_found');
			}
			const token = newSecret();
			await sql`insert into preview_link (news_id, token_hash, ends_at)
				values (${id}, ${hashSecret(token)}, lightstick_now() + make_interval(days => ${DAYS}))
				on conflict (news_id) do update set token_hash = excluded.token_hash, ends_at = excluded.ends_at`.run(tx);
			const ends = await read(tx, id);
			await record(tx, operator, { action: 'news.make_link', target: `news:${id}`, after: { ends_time: ends } });
			return { path: `/news/${token}`, ends_time: ends };
		}),
	);
	serveOperator(deps, calls.endPreviewLink, ({ operator, params: { news_id: id } }) =>
		db.transaction(async (tx) => {
			const ended = await sql`delete from preview_link where news_id = ${id} returning news_id`.exists(tx);
			if (ended) await record(tx, operator, { action: 'news.end_link', target: `news:${id}` });
			return { ends_time: null };
		}),
	);
}
