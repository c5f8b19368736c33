/** What the month came to, read from the database. Holds no id, no address and no time of the machine. */
import { one, type Db } from '#server/kernel/database.ts';
import type { Journal } from '../fans/calls.ts';
import type { Shift } from '../operators/schedule.ts';
import { MONTHLY } from '../world.ts';

export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Rows are in an order that is the same in every run. */
export async function readFacts({ desk, networksFound, stage: { owner } }: Shift, { refusals }: Journal) {
	const [next] = await owner.query<{ title: string }>({ text: NEXT_MONTH, values: [MONTHLY] });
	return {
		people: await one<Record<keyof typeof PEOPLE, number>>(owner, { text: `select ${columnsOf(PEOPLE)}` }),
		/** Cents. */
		money: await one<Record<keyof typeof MONEY, number>>(owner, { text: `select ${columnsOf(MONEY)}` }),
		orders: await rows<{ status: string; count: number }>(owner, ORDERS),
		/** Certified tickets, and those that were cast. */
		results: await rows<{ ranking: string; name: string; tickets: number; cast: number }>(owner, RESULTS),
		/** Gems moved on each day since the opening, by kind of ledger entry. */
		gemsByDay: await rows<{ day: number; kind: string; gems: number }>(owner, GEMS),
		cases: await rows<{ reason: string; tickets: number; voided: number; restored: number }>(owner, CASES),
		/** Requests that a second operator approved. */
		approvals: desk.approved,
		/** Of three suspect networks, those that the console named by itself. */
		networksFound,
		/** Answers that a fan did not want, by slug. */
		refusals: Object.fromEntries([...refusals].toSorted(([slug], [other]) => (slug < other ? -1 : 1))),
		/** The month that opened by itself. */
		nextMonth: next?.title ?? null,
	};
}

const rows = <Row extends object>(db: Db, text: string): Promise<Row[]> => db.query<Row>({ text });

const columnsOf = (queries: Record<string, string>): string =>
	Object.entries(queries)
		.map(([name, query]) => `coalesce((select ${query}), 0)::bigint as "${name}"`)
		.join(', ');

const PEOPLE = {
	signedIn: 'count(*) from fan',
	registered: 'count(*) from fan where registered_at is not null',
	frozen: 'count(*) from wallet where frozen',
	inDebt: 'count(*) from wallet where earned + purchased < 0',
	voters: 'count(distinct fan_id) from vote',
	votes: 'count(*) from vote',
	tickets: 'sum(tickets) from vote',
};

const MONEY = {
	taken: 'sum(amount_minor) from payment',
	refunded: `sum(amount_minor) from payment_refund where status = 'succeeded'`,
	chargedBack: `sum(amount_minor) from (
		select distinct payment_id, amount_minor from payment_dispute where status = 'lost') lost`,
	refunds: 'count(distinct refund_id) from payment_refund',
	disputes: 'count(distinct dispute_id) from payment_dispute',
};

const ORDERS = 'select status, count(*)::bigint as count from gem_order group by 1 order by 1';

const RESULTS = `
	select ranking.title as ranking, entry.en_name as name, entry.tickets, coalesce((
		select sum(tickets) from vote
		where vote.ranking_id = entry.ranking_id and vote.artist_id = entry.artist_id), 0)::bigint as cast
	from ranking_result_entry entry join ranking using (ranking_id)
	order by ranking.ends_at, entry.tickets desc, artist_id`;

const GEMS = `
	select floor(extract(epoch from created_at - timestamptz '2027-06-01 00:00+09') / 86400)::integer as day, kind,
		sum(earned + purchased)::bigint as gems
	from ledger_entry group by 1, 2 order by 1, 2`;

const CASES = `
	select reason, votes, tickets,
		(select coalesce(sum(tickets), 0)::bigint from vote_void where case_id = it.case_id) as voided,
		(select coalesce(sum(tickets), 0)::bigint from vote_restore where case_id = it.case_id) as restored,
		(select coalesce(sum(earned + purchased), 0)::bigint from vote_void where case_id = it.case_id) as returned
	from vote_case it order by case_id`;

const NEXT_MONTH = `
	select title from ranking where ranking_type = 'monthly' and ranking_key <> $1 and starts_at <= lightstick_now()`;
