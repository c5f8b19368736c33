/** Stored copies of what operators wrote, when the policy under which they were sanitized has changed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import { rebuildCopies } from '#server/content/rebuild.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
const faults: string[] = [];
const log = { error: (_fault: object, message: string) => void faults.push(message) };

const RAW = '<p>Film</p><iframe src="https://player.vimeo.com/video/1"></iframe><script>1</script>';

interface Copy {
	table: string;
	column: string;
}

let copies: Copy[];

beforeAll(async () => {
	const { artistIds } = await aContest(site.owner, 'november', { artists: ['Ayu Bara'] });
	await someNews(site.owner, ['Tide']);
	await sql`insert into translation (subject, subject_id, language, title) values ('artist', ${String(artistIds[0])}, 'ko', '')`.run(
		site.owner,
	);
	// Whatever the schema names so is a copy that fans are sent.
	copies = await site.owner.query<Copy & Record<string, unknown>>({
		text: `select table_name as table, left(column_name, -5) as column from information_schema.columns
			where table_schema = 'public' and column_name like '%\\_html' order by 1`,
	});
	for (const { table, column } of copies)
		await site.owner.query({
			text: `update ${table} set ${column}_raw = $1, ${column}_html = 'old', ${column}_policy = $2`,
			values: [RAW, POLICY_VERSION - 1],
		});
	await rebuildCopies(site.owner, log);
});

describe('a changed policy', () => {
	it('reaches every copy in the schema', async () => {
		expect(copies.map(({ table }) => table)).toEqual(['artist', 'news', 'site_setting', 'translation']);
		for (const { table, column } of copies) {
			const rows = await site.owner.query({
				text: `select distinct ${column}_html as html, ${column}_policy as policy from ${table}`,
			});
			expect(rows, table).toEqual([sanitizeHtml(RAW)]);
		}
		expect(faults).toEqual([]);
	});

	it('leaves alone what was sanitized under the present one', async () => {
		await site.owner.query({ text: `update news set content_html = 'present'` });
		await rebuildCopies(site.owner, log);
		expect(await site.owner.query({ text: 'select distinct content_html as html from news' })).toEqual([
			{ html: 'present' },
		]);
	});
});
