/** The report of a week or a month. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { readReport as call, Report, Span } from '#contract/operator/reports.ts';
import { minorDigits, toMajor } from '#contract/values/money.ts';
import { type GemDay, readGemDays } from '#public-log/server/public-log.ts';
import { withLongTimeouts } from '#server/db/pool.ts';
import { csv } from '#server/kernel/csv.ts';
import { type Database, type Tx, sql } from '#server/kernel/database.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';

const TOP = 10;
const DAY_MS = 86_400_000;
/** Counting votes is that far behind at most, but on a site that has just begun to. */
const COUNTING_MS = 3_600_000;
/** Supplies are recorded every hour. Older reports do without them. */
const GEM_DAYS_MAX = 400;

/** The first and the last week that can be asked for reach into other centuries. */
const inCentury = (day: string) => (day < '2000-01-01' ? '2000-01-01' : day > '2099-12-31' ? '2099-12-31' : day);

type Asked = CheckedInputOf<typeof call>['query'];

export function readReport(db: Database, { span, day }: Asked): Promise<Report> {
	return db.transaction(async (plain) => {
		await plain.query({ text: 'set transaction isolation level repeatable read, read only' });
		const tx = await withLongTimeouts(plain);
		const times = await readSiteTimes(tx);
		const period = day ? periodOf(span, day) : periodBefore(span, periodOf(span, times.today));
		const earlier = periodBefore(span, period);
		const before = times.startOf(inCentury(earlier.from));
		const at = { before, from: times.startOf(inCentury(period.from)), to: times.endOf(inCentury(period.until)) };
		const rows = await sql`with moved as (
			select fulfilled_at as at, currency, 1 as orders, price_minor as gross, 0 as refunded, 0 as disputed
			from gem_order where fulfilled_at >= ${at.before} and fulfilled_at < ${at.to}
			union all
			select heard_at, currency, 0, 0, refund.amount_minor, 0 from payment_refund refund join payment using (payment_id)
			where heard_at >= ${at.before} and heard_at < ${at.to} and status <> 'failed' and role = 'order'
			union all
			select heard_at, payment.currency, 0, 0, 0, dispute.amount_minor
			from payment_dispute dispute join payment using (payment_id)
			where heard_at >= ${at.before} and heard_at < ${at.to} and status in ('open', 'lost') and role = 'order'
		)
		select (at at time zone site.timezone)::date::text as day, currency, sum(orders)::bigint as orders,
			sum(gross)::bigint as gross_minor, sum(refunded)::bigint as refunded_minor,
			sum(disputed)::bigint as disputed_minor, sum(gross - refunded - disputed)::bigint as net_minor
		from moved cross join site_setting site group by 1, 2 order by 1, 2`.all<IncomeRow>(tx);
		const votes = await selectVotes(tx, at);
		// Null before the first ranking.
		const counted = await sql`select counted_through from vote_counting`.maybeValue<Date>(tx);
		// A sum of what is counted so far would look like the whole.
		const votesOf = (name: 'votes' | 'votes_before', end: Date) =>
			counted && counted.getTime() >= Math.min(end.getTime(), times.now.getTime() - COUNTING_MS)
				? votes.reduce((sum, row) => sum + row[name], 0)
				: null;
		const fans = await sql`select count(*) filter (where registered_at >= ${at.from}) as now,
			count(*) filter (where registered_at < ${at.from}) as before
		from fan where registered_at >= ${at.before} and registered_at < ${at.to}`.one<{ now: number; before: number }>(tx);
		const gems = await readGemDays(
			tx,
			Math.min(GEM_DAYS_MAX, Math.max(1, Math.ceil((times.now.getTime() - before.getTime()) / DAY_MS))),
		);
		const numbersOf = (days: Period, counts: { votes: number | null; new_fans: number }) => ({
			...days,
			...counts,
			income: incomeOf(rows, days),
			free_gems: freeGems(gems, days),
		});
		return {
			complete: at.to <= times.now,
			now: numbersOf(period, { votes: votesOf('votes', at.to), new_fans: fans.now }),
			before: numbersOf(earlier, { votes: votesOf('votes_before', at.from), new_fans: fans.before }),
			days: rows.filter(isIn(period)),
			packs: await selectPacks(tx, at),
			artists: votes.slice(0, TOP),
		};
	});
}

const isIn =
	({ from, until }: Period) =>
	({ day }: { day: string }) =>
		day >= from && day <= until;

function incomeOf(rows: readonly IncomeRow[], period: Period): Report['now']['income'] {
	const sums = Array.from(
		Map.groupBy(rows.filter(isIn(period)), ({ currency }) => currency),
		([currency, days]) => {
			const sum = (name: Exclude<keyof IncomeRow, 'day' | 'currency'>) =>
				days.reduce((total, day) => total + day[name], 0);
			const back = { refunded_minor: sum('refunded_minor'), disputed_minor: sum('disputed_minor') };
			return { currency, orders: sum('orders'), gross_minor: sum('gross_minor'), ...back, net_minor: sum('net_minor') };
		},
	);
	return sums.toSorted((one, other) => other.gross_minor - one.gross_minor);
}

function freeGems(days: readonly GemDay[], period: Period): number | null {
	const known = days.filter(isIn(period));
	return known.length === 0 ? null : known.reduce((sum, { free }) => sum + free, 0);
}

export async function reportAsCsv(db: Database, asked: Asked): Promise<{ name: string; text: string }> {
	const { now, days } = await readReport(db, asked);
	const money = (minor: number, currency: string) => toMajor(minor, currency).toFixed(minorDigits(currency));
	const text = csv(
		['day', 'currency', 'orders', 'gross', 'refunded', 'disputed', 'net'],
		days.map(({ day, currency, orders, ...row }) => [
			day,
			currency,
			orders,
			...[row.gross_minor, row.refunded_minor, row.disputed_minor].map((minor) => money(minor, currency)),
			// A number: spreadsheets would take the text of a negative one for a formula.
			toMajor(row.net_minor, currency),
		]),
	);
	return { name: `income-${now.from}.csv`, text };
}

interface Period {
	from: string;
	until: string;
}

export function periodOf(span: Span, day: string): Period {
	const date = new Date(`${day}T00:00Z`);
	if (span === 'week') {
		const from = moved(day, -((date.getUTCDay() + 6) % 7));
		return { from, until: moved(from, 6) };
	}
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
	return { from: `${day.slice(0, 7)}-01`, until: last.toISOString().slice(0, 10) };
}

export const periodBefore = (span: Span, { from }: Period): Period => periodOf(span, moved(from, -1));

const moved = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Instants: the report begins at `from` and ends before `to`; the one before it begins at `before`. */
interface Instants {
	before: Date;
	from: Date;
	to: Date;
}

type IncomeRow = Report['days'][number];

const selectPacks = (tx: Tx, { before, from, to }: Instants): Promise<Report['packs']> =>
	sql`select goods_id, currency, max(gems) as gems, max(bonus_gems) as bonus_gems,
			count(*) filter (where fulfilled_at >= ${from}) as orders,
			coalesce(sum(price_minor) filter (where fulfilled_at >= ${from}), 0)::bigint as gross_minor,
			count(*) filter (where fulfilled_at < ${from}) as orders_before,
			coalesce(sum(price_minor) filter (where fulfilled_at < ${from}), 0)::bigint as gross_before_minor
		from gem_order where fulfilled_at >= ${before} and fulfilled_at < ${to}
		group by goods_id, currency order by gross_minor desc, gross_before_minor desc, goods_id limit 100`.all(tx);

const selectVotes = (
	tx: Tx,
	{ before, from, to }: Instants,
): Promise<{ artist_id: number; en_name: string; votes: number; votes_before: number }[]> =>
	sql`select artist_id, en_name, votes, votes_before from (
			select artist_id, coalesce(sum(tickets) filter (where value >= ${hourOf(from)}), 0)::bigint as votes,
				coalesce(sum(tickets) filter (where value < ${hourOf(from)}), 0)::bigint as votes_before
			from vote_concentration where kind = 'hour' and value >= ${hourOf(before)} and value < ${hourOf(to)}
				and ranking_id in (select ranking_id from ranking where starts_at < ${to} and ends_at > ${before})
			group by artist_id
		) cast_votes join artist using (artist_id) order by votes desc, votes_before desc, artist_id`.all(tx);

/** An hour counts where it begins: some zones begin their days at half past. */
const hourOf = (at: Date) => new Date(Math.ceil(at.getTime() / 3_600_000) * 3_600_000).toISOString().slice(0, 13);
