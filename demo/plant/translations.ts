/** Plants what operators would have translated: names of charts and categories, alternative texts, the check-in rule. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { Calendar } from '../calendar.ts';
import translations from '../content/translations.json' with { type: 'json' };
import type { Contests } from '../contests.ts';
import { insertAll } from '../tables.ts';

export async function plantTranslations(tx: Tx, contests: Contests, calendar: Calendar): Promise<void> {
	const banners = await tx.query<{ id: number }>({ text: 'select banner_id as id from banner order by position' });
	const categories = await tx.query<{ id: number; key: string }>({
		text: 'select category_id as id, key from news_category',
	});
	const popUps = await tx.query<{ id: string }>({ text: 'select pop_up_id as id from pop_up' });
	const rows = Object.entries(translations).flatMap(([language, texts]) => {
		const monthOf = (month: number) =>
			new Date(Date.UTC(2000, month - 1)).toLocaleString(language, { month: 'long', timeZone: 'UTC' });
		const textOf = (name: keyof typeof texts, of = calendar.month(0).key) => {
			const [year = '', month = 1] = of.split('-');
			return texts[name]
				.replace('{year}', year)
				.replace('{month}', monthOf(Number(month)))
				.replace('{next}', monthOf(Number(month) + 1));
		};
		const row = (subject: string, subject_id: string | number, title: string, text_raw = '') => ({
			subject,
			subject_id: String(subject_id),
			language,
			title,
			text_raw,
			text_html: text_raw && sanitizeHtml(text_raw).html,
			text_policy: text_raw === '' ? 0 : POLICY_VERSION,
			of_hash: '',
		});
		return [
			...[...contests.ended, contests.monthly, contests.birthday, contests.music].map(({ key, type }) =>
				row('ranking', key, textOf(type === 'theme' ? 'music' : type, key.replace(/^\D+/, ''))),
			),
			row('entry_card', 'solo', textOf('monthly')),
			row('entry_card', 'birthday', textOf('born')),
			row('entry_card', 'music', textOf('music')),
			...banners.map(({ id }, index) => row('banner', id, textOf(`banner${(index + 1) as 1 | 2 | 3 | 4}`))),
			...categories.map(({ id, key }) => row('category', id, textOf(key as 'article' | 'video'))),
			...popUps.map(({ id }) => row('pop_up', id, textOf('rewards'))),
			row('view', 'rank-rewards', textOf('rewards')),
			row('view', 'hall', textOf('hall')),
			row('check_in', 'rule', '', `<p>${textOf('rule')}</p>`),
		];
	});
	await insertAll(tx, 'translation', rows);
}
