/** What the month came to, read from the database. Holds no id, no address and no time of the machine. */
import type { Journal } from '../journal.ts';
import type { Size } from '../world.ts';
import type { Shift } from '../operators/schedule.ts';
import * as sql from './sql.ts';

export interface Facts {
	seed: number;
	size: Size;
	people: sql.People;
	/** Votes in each hour from the opening on, over all rankings. */
	votesByHour: number[];
	signUpsByDay: number[];
	checkInsByDay: number[];
	/** Tickets at the end of each day, as cast, by artist of the monthly ranking. */
	race: { name: string; color: string; tickets: number[] }[];
	/** Certified, by ranking. */
	results: sql.ResultRow[];
	/** Gems moved on each day, by kind of ledger entry. */
	gemsByDay: { day: number; kind: string; gems: number }[];
	orders: Record<string, number>;
	money: sql.Money;
	cases: sql.CaseRow[];
	/** Approved by a second operator. */
	approvals: number;
	/** Of three suspect networks, those that the console named by itself. */
	networksFound: number;
	/** Answers that a fan did not want, by slug, for each day. */
	refusals: Record<string, number>[];
	/** The month that opened by itself. */
	nextMonth: string | null;
}

interface Known {
	shift: Shift;
	seed: number;
	size: Size;
	journal: Journal;
}

export async function readFacts({ shift, seed, size, journal }: Known): Promise<Facts> {
	const db = shift.stage.owner;
	return {
		seed,
		size,
		people: await sql.selectPeople(db),
		votesByHour: await sql.selectVotesByHour(db, size.days),
		signUpsByDay: await sql.selectSignUps(db, size.days),
		checkInsByDay: await sql.selectCheckIns(db, size.days),
		race: await sql.selectRace(db, size.days),
		results: await sql.selectResults(db),
		gemsByDay: await sql.selectGems(db),
		orders: await sql.selectOrders(db),
		money: await sql.selectMoney(db),
		cases: await sql.selectCases(db),
		approvals: shift.desk.approved,
		networksFound: shift.networksFound,
		refusals: journal.refusals.map((counts) => sorted(counts)),
		nextMonth: await sql.selectNextMonth(db),
	};
}

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
	Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
