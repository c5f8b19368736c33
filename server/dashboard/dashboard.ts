import type { Dashboard } from '#contract/operator/dashboard.ts';
import { minorDigits, toMajor } from '#contract/values/money.ts';
import { withLongTimeouts } from '#server/db/pool.ts';
import { cached } from '#server/kernel/cache.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readGemDays, readVoteLogHealth } from '#public-log/server/public-log.ts';
import { findUnusual } from '#server/voting/operator/concentration/concentration.ts';
import * as sql from './sql.ts';

const DAYS = 7;
const HOURS = 24;
const TOP = 5;

/** The books, and where votes come from, are summed at most so often, whoever looks: it reads a lot. */
const SUM_AGE_MAX_MS = 60_000;

export function openDashboard({ db, boards }: { db: Database; boards: Boards }): () => Promise<Dashboard> {
	const readSupply = cached(SUM_AGE_MAX_MS, () =>
		db.transaction(async (tx) => sql.selectSupply(await withLongTimeouts(tx))),
	);
	const readUnusual = cached(SUM_AGE_MAX_MS, () => findUnusual(db));

	return async () => {
		const [time, keys, days, hours, countries, supplied, gemDays, waiting, attention, monthsBefore, unusual, voteLog] =
			await Promise.all([
				sql.selectNow(db),
				sql.selectRunning(db),
				sql.selectDays(db),
				sql.selectVotesByHour(db),
				sql.selectSignUpsByCountry(db),
				readSupply(),
				readGemDays(db, DAYS),
				sql.selectWaiting(db),
				sql.selectAttention(db),
				sql.selectMonthsBefore(db),
				readUnusual(),
				readVoteLogHealth(db),
			]);
		const builds = (await Promise.all(keys.map((key) => boards.read(key)))).filter((build) => build !== null);
		const charts = builds.map(({ chart }) => chart);
		const orders = await sql.selectOrders(
			db,
			[...waiting, ...attention].map(({ target }) => target),
		);
		const named = <Item extends { target: string; text: string }>(item: Item): Item => {
			const order = orders.find(({ trade_no: tradeNo }) => tradeNo === item.target);
			if (!order) return item;
			const price = toMajor(order.minor, order.currency).toFixed(minorDigits(order.currency));
			return { ...item, text: `${order.name ?? 'A fan'} · ${price} ${order.currency} · ${item.text}` };
		};
		return {
			time,
			votes_per_minute: charts.reduce((sum, chart) => sum + chart.votes_per_minute, 0),
			votes_by_hour: { today: byHour(hours, 0), yesterday: byHour(hours, 1) },
			rankings: charts.map((chart) => presentChart(chart, monthsBefore)),
			supply: supplied,
			days: days.map((row) => ({ ...row, gems: gemDays.find(({ day }) => day === row.day) ?? null })),
			sign_ups_by_country: countries,
			vote_log: voteLog,
			attention: [...waiting, ...attention, ...unusual].map((item) => ({ about: null, ...named(item) })),
		};
	};
}

const byHour = (rows: readonly sql.HourRow[], ago: number): (number | null)[] =>
	Array.from({ length: HOURS }, (_, hour) => rows.find((row) => row.ago === ago && row.hour === hour)?.votes ?? null);

type Chart = NonNullable<Awaited<ReturnType<Boards['read']>>>['chart'];

function presentChart(chart: Chart, monthsBefore: readonly sql.MonthBefore[]): Dashboard['rankings'][number] {
	const { ranking_config: config, artist_list, total_tickets } = chart;
	const month_before = monthsBefore.find(({ key }) => key === config.ranking_key) ?? null;
	return { ...config, total_tickets, month_before, top5: artist_list.slice(0, TOP) };
}
