/** The sitemap for search engines. It lists public pages, never pages that show a person's own data. */
import { sql } from '#server/kernel/sql.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import { type Db } from '#server/kernel/database.ts';

/** Maximum number of addresses in a sitemap. */
const ADDRESSES_MAX = 50_000;

const ALWAYS = ['/', '/leader-board', '/news', '/transparency', '/terms-of-service', '/privacy-policy'];

export async function sitemap(db: Db, publicUrl: string): Promise<string> {
	const rows = await db.query<{ path: string }>(sql`(select '/leader-board?main_tab=' || main_tab as path
				from rank_entry_config join ranking using (ranking_id)
				where ranking_type = 'monthly' or published_at is not null order by position)
			union all (select '/artist/' || artist_id from artist where hidden_at is null and kind <> 'song' order by artist_id)
			union all (select '/news/' || news_id from news
				where hidden_at is null and published_at <= lightstick_now() order by published_at desc)
			limit ${ADDRESSES_MAX - ALWAYS.length}`);
	const paths = [...ALWAYS, ...rows.map(({ path }) => path)];
	const addresses = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`;
}

export function robots(publicUrl: string): string {
	return `User-agent: *
Disallow: /api/
Disallow: /console
Allow: /
Sitemap: ${publicUrl}/sitemap.xml
`;
}
