/** How old the counts are that the charts of the home page show. */
import type { RankEntryConfig } from '#contract/site.ts';
import { READ_TIMEOUT_MS } from '#server/db/last-known.ts';
import { within } from '#server/kernel/within.ts';
import { nowInSeconds } from '#server/kernel/epoch.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';

/** Returns the age of the oldest open chart in seconds. Null: one of them cannot be shown. */
export async function ageOfCharts(
	boards: Boards,
	entries: readonly Pick<RankEntryConfig, 'rank_key' | 'status'>[],
): Promise<number | null | 'none open'> {
	const open = entries.filter(({ status }) => status === 'ongoing');
	if (open.length === 0) return entries.length === 0 ? null : 'none open';
	const ages = await Promise.all(open.map(({ rank_key: key }) => ageOf(boards, key)));
	return ages.includes(null) ? null : Math.max(...ages.map(Number));
}

async function ageOf(boards: Boards, rankingKey: string): Promise<number | null> {
	const build = await within(boards.read(rankingKey), READ_TIMEOUT_MS).catch(() => null);
	if (!build) return null;
	const { as_of: asOf } = build.chart;
	const age = asOf === undefined ? (performance.now() - build.readAt) / 1000 : nowInSeconds() - asOf;
	return Math.max(0, Math.round(age * 10) / 10);
}
