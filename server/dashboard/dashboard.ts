/** How the site does at this moment. */
import type { Dashboard } from '#contract/operator/dashboard.ts';
import type { Database } from '#server/db/pool.ts';
import type { Boards } from '#server/rankings/boards.ts';
import * as sql from './sql.ts';

const HOURS = 24;
const TOP = 5;

/** The books are summed at most so often, whoever looks: it reads them whole. */
const SUPPLY_AGE_MAX_MS = 60_000;

export type ReadDashboard = () => Promise<Dashboard>;

export function openDashboard({ db, boards }: { db: Database; boards: Boards }): ReadDashboard {
	let supply: Promise<sql.SupplyRows> | null = null;
	let summedAt = 0;

	function readSupply(): Promise<sql.SupplyRows> {
		const now = performance.now();
		if (supply && now - summedAt < SUPPLY_AGE_MAX_MS) return supply;
		const summing = sql.selectSupply(db);
		summing.catch(() => {
			if (supply === summing) supply = null;
		});
		[supply, summedAt] = [summing, now];
		return summing;
	}

	return async () => {
		const [time, keys, days, hours, countries, supplied, attention] = await Promise.all([
			sql.selectNow(db),
			sql.selectRunning(db),
			sql.selectDays(db),
			sql.selectVotesByHour(db),
			sql.selectSignUpsByCountry(db),
			readSupply(),
			sql.selectAttention(db),
		]);
		const builds = (await Promise.all(keys.map((key) => boards.read(key)))).filter((build) => build !== null);
		const charts = builds.map(({ chart }) => chart);
		return {
			time,
			votes_per_minute: charts.reduce((sum, chart) => sum + chart.votes_per_minute, 0),
			votes_by_hour: { today: byHour(hours, 0), yesterday: byHour(hours, 1) },
			rankings: charts.map(presentChart),
			supply: supplied,
			days: days.map(({ day, orders, signUps, checkIns, revenue }) => ({
				...{ day, revenue, orders_fulfilled: orders, sign_ups: signUps, check_ins: checkIns },
			})),
			sign_ups_by_country: countries,
			attention,
		};
	};
}

function byHour(rows: readonly sql.HourRow[], ago: number): (number | null)[] {
	return Array.from(
		{ length: HOURS },
		(_, hour) => rows.find((row) => row.ago === ago && row.hour === hour)?.votes ?? null,
	);
}

type Chart = NonNullable<Awaited<ReturnType<Boards['read']>>>['chart'];

function presentChart({
	ranking_config: config,
	artist_list: artists,
	total_tickets,
}: Chart): Dashboard['rankings'][number] {
	const { ranking_key, ranking_type, title, status, end_time, end_countdown } = config;
	const top5 = artists.slice(0, TOP).map(({ artist_id, en_name, tickets }) => ({ artist_id, en_name, tickets }));
	return { ranking_key, ranking_type, title, status, end_time, end_countdown, total_tickets, top5 };
}
