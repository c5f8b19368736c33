/** What the editor of a new ranking proposes. */
import type { rankings } from '#contract/operator/rankings/rankings.ts';
import type { ValuesOf } from '../../lib/form/contract-form.ts';

export type RankingValues = ValuesOf<typeof rankings>;

/** Proposes a key: `monthly-2026-12`, or the words of a theme's title. Empty until enough is known. */
export function suggestedKey(values: Pick<RankingValues, 'ranking_type' | 'starts_local' | 'title'>): string {
	const { ranking_type: type, starts_local: starts, title } = values;
	if (type !== 'theme') return starts === '' ? '' : `${type}-${starts.slice(0, 7)}`;
	const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return words.length === 0 ? '' : ['theme', ...words].join('-').slice(0, 64);
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the first month after `now` (`YYYY-MM-DDTHH:MM`) that has no monthly ranking among the given keys. Empty if `now` is. */
export function nextMonth(now: string, keys: readonly string[]) {
	const first = new Date(`${now.slice(0, 7)}-01T00:00Z`);
	if (Number.isNaN(first.getTime())) return { title: '', starts_local: '', ends_local: '' };
	for (;;) {
		first.setUTCMonth(first.getUTCMonth() + 1);
		const starts = localOf(first);
		const key = `monthly-${starts.slice(0, 7)}`;
		if (keys.includes(key)) continue;
		const end = new Date(first);
		end.setUTCMonth(end.getUTCMonth() + 1);
		return { title: `${monthName.format(first)} Monthly`, starts_local: starts, ends_local: localOf(end) };
	}
}

const localOf = (time: Date) => time.toISOString().slice(0, 16);
