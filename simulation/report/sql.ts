/** Statements of the report. Each orders its rows by something that is the same in every run. */
import { one, type Db } from '#server/kernel/database.ts';
import { MONTHLY } from '../world.ts';

const OPENING = `timestamptz '2027-06-01 00:00+09'`;
/** Days since the opening. */
export const dayOf = (time: string) => `floor(extract(epoch from ${time} - ${OPENING}) / 86400)::integer`;

/** A number for each of so many days or hours. */
async function series(db: Db, length: number, text: string): Promise<number[]> {
	const rows = await db.query<{ at: number; count: number }>({ text });
	const counts = new Map(rows.map(({ at, count }) => [at, count]));
	return Array.from({ length }, (_, at) => counts.get(at) ?? 0);
}

export interface People {
	signedIn: number;
	registered: number;
	frozen: number;
	inDebt: number;
	voters: number;
	votes: number;
	tickets: number;
}

export const selectPeople = (db: Db): Promise<People> =>
	one<People>(db, {
		text: `select (select count(*) from fan)::bigint as "signedIn",
				(select count(*) from fan where registered_at is not null)::bigint as registered,
				(select count(*) from wallet where frozen)::bigint as frozen,
				(select count(*) from wallet where earned + purchased < 0)::bigint as "inDebt",
				count(distinct fan_id)::bigint as voters, count(*)::bigint as votes, sum(tickets)::bigint as tickets
			from vote`,
	});

export const selectVotesByHour = (db: Db, days: number): Promise<number[]> =>
	series(
		db,
		days * 24,
		`select floor(extract(epoch from cast_at - ${OPENING}) / 3600)::integer as at,
		count(*)::bigint as count from vote group by 1`,
	);

export const selectSignUps = (db: Db, days: number): Promise<number[]> =>
	series(db, days, `select ${dayOf('created_at')} as at, count(*)::bigint as count from fan group by 1`);

export const selectCheckIns = (db: Db, days: number): Promise<number[]> =>
	series(db, days, `select ${dayOf('checked_at')} as at, count(*)::bigint as count from check_in group by 1`);

export async function selectRace(db: Db, days: number): Promise<{ name: string; color: string; tickets: number[] }[]> {
	const rows = await db.query<{ name: string; color: string; day: number; tickets: number }>({
		text: `select en_name as name, fan_color as color, ${dayOf('cast_at')} as day, sum(tickets)::bigint as tickets
			from vote join artist using (artist_id) join ranking using (ranking_id)
			where ranking_key = $1 group by artist_id, 1, 2, 3 order by artist_id, 3`,
		values: [MONTHLY],
	});
	return [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => {
		let sum = 0;
		const byDay = new Map(own.map(({ day, tickets }) => [day, tickets]));
		const tickets = Array.from({ length: days }, (_, day) => (sum += byDay.get(day) ?? 0));
		return { name, color: own[0]?.color ?? '#888888', tickets };
	});
}

export interface ResultRow {
	ranking: string;
	name: string;
	/** Certified tickets, and those that were cast. */
	tickets: number;
	cast: number;
}

/** The certified list of each ranking that has one. */
export const selectResults = (db: Db): Promise<ResultRow[]> =>
	db.query<ResultRow>({
		text: `select ranking.title as ranking, en_name as name, entry.tickets, coalesce((
				select sum(tickets) from vote
				where vote.ranking_id = entry.ranking_id and vote.artist_id = entry.artist_id), 0)::bigint as cast
			from ranking_result_entry entry join artist using (artist_id) join ranking using (ranking_id)
			order by ranking.ends_at, entry.tickets desc, artist_id`,
	});

export interface CaseRow {
	reason: string;
	votes: number;
	tickets: number;
	voided: number;
	restored: number;
	/** Gems that the void gave back. */
	returned: number;
}

export const selectCases = (db: Db): Promise<CaseRow[]> =>
	db.query<CaseRow>({
		text: `select reason, votes, tickets,
				(select coalesce(sum(tickets), 0)::bigint from vote_void where case_id = it.case_id) as voided,
				(select coalesce(sum(tickets), 0)::bigint from vote_restore where case_id = it.case_id) as restored,
				(select coalesce(sum(earned + purchased), 0)::bigint from vote_void where case_id = it.case_id) as returned
			from vote_case it order by case_id`,
	});

export async function selectNextMonth(db: Db): Promise<string | null> {
	const [row] = await db.query<{ title: string }>({
		text: `select title from ranking where ranking_type = 'monthly' and ranking_key <> $1 and starts_at <= lightstick_now()`,
		values: [MONTHLY],
	});
	return row?.title ?? null;
}

/** Statements of the report on gems and money. */
export const selectGems = (db: Db): Promise<{ day: number; kind: string; gems: number }[]> =>
	db.query({
		text: `select ${dayOf('created_at')} as day, kind, sum(earned + purchased)::bigint as gems
			from ledger_entry group by 1, 2 order by 1, 2`,
	});

export async function selectOrders(db: Db): Promise<Record<string, number>> {
	const rows = await db.query<{ status: string; count: number }>({
		text: 'select status, count(*)::bigint as count from gem_order group by 1 order by 1',
	});
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Cents. */
export interface Money {
	taken: number;
	refunded: number;
	chargedBack: number;
	refunds: number;
	disputes: number;
}

export const selectMoney = (db: Db): Promise<Money> =>
	one<Money>(db, {
		text: `select coalesce((select sum(amount_minor) from payment), 0)::bigint as taken,
				coalesce((select sum(amount_minor) from payment_refund where status = 'succeeded'), 0)::bigint as refunded,
				coalesce((select sum(amount_minor) from (
					select distinct payment_id, amount_minor from payment_dispute where status = 'lost') lost), 0)::bigint
					as "chargedBack",
				(select count(distinct refund_id) from payment_refund)::bigint as refunds,
				(select count(distinct dispute_id) from payment_dispute)::bigint as disputes`,
	});
