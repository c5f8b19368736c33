/** Values of the ranking editor. Pure: a test reads them. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';

export const valuesOf = (ranking?: ConsoleRanking) => ({
	ranking_key: ranking?.ranking_key ?? '',
	ranking_type: ranking?.ranking_type ?? 'monthly',
	title: ranking?.title ?? '',
	starts_local: ranking?.starts_local ?? '',
	ends_local: ranking?.ends_local ?? '',
	gems_per_vote: ranking?.gems_per_vote ?? null,
	votes_per_fan_max: ranking?.votes_per_fan_max ?? null,
	review_hours: (ranking?.review_hours ?? 24) as number | null,
	cover: ranking?.cover ?? null,
	cover_alt: ranking?.cover_alt ?? '',
	cover_link_url: ranking?.cover_link_url ?? '',
});

export type RankingValues = ReturnType<typeof valuesOf>;

/** Builds the request body. If the price was left empty, the site's price applies. */
export const bodyOf = (values: RankingValues) => ({
	title: values.title.trim(),
	starts_local: values.starts_local,
	ends_local: values.ends_local,
	votes_per_fan_max: values.votes_per_fan_max,
	review_hours: values.review_hours ?? 0,
	cover_media_id: values.cover?.media_id ?? null,
	cover_alt: values.cover_alt.trim(),
	cover_link_url: values.cover_link_url || null,
});

/** Builds the request that creates a ranking. New ones are drafts. */
export const creationOf = (values: RankingValues) => ({
	...bodyOf(values),
	ranking_key: values.ranking_key || suggestedKey(values),
	ranking_type: values.ranking_type,
	draft: true,
	gems_per_vote: values.gems_per_vote ?? undefined,
});

/** Proposes a key: `monthly-2026-12`, or the words of a theme's title. Empty until enough is known. */
export function suggestedKey({ ranking_type: type, starts_local: starts, title }: RankingValues): string {
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
