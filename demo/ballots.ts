/** How wanted counts become votes: who cast them, how many tickets at once, and when. */
import { createHash } from 'node:crypto';
import type { Random } from './random.ts';
import type { Calendar } from './calendar.ts';
import type { Contest } from './contests.ts';
import type { DemoFan } from './crowd.ts';

export interface Ballot {
	contest: Contest;
	/** Name of the entry. */
	entry: string;
	fan: DemoFan;
	tickets: number;
	castAt: number;
	idempotencyKey: string;
	/** The artist's tickets with this one. */
	ticketsAfter: number;
}

type Draft = Omit<Ballot, 'idempotencyKey' | 'ticketsAfter'>;

/** Every vote of all contests in the order of time. Each entry's votes sum up to its tickets exactly. */
export function castBallots(
	contests: Contest[],
	fans: DemoFan[],
	calendar: Calendar,
	seed: number,
	random: Random,
): Ballot[] {
	const crowd = fans.filter(({ person }) => person === null);
	const fandoms = Map.groupBy(crowd, ({ favorite }) => favorite);
	const drafts = contests.flatMap((contest) => {
		const named = namedVotes(contest, fans, calendar.now);
		return [...named, ...crowdVotes(contest, named, { crowd, fandoms, calendar, random })];
	});
	drafts.sort((one, other) => one.castAt - other.castAt);
	return count(drafts, seed);
}

function count(drafts: Draft[], seed: number): Ballot[] {
	const totals = new Map<string, number>();
	return drafts.map((draft, index) => {
		const place = `${draft.contest.key} ${draft.entry}`;
		const ticketsAfter = (totals.get(place) ?? 0) + draft.tickets;
		totals.set(place, ticketsAfter);
		const idempotencyKey = createHash('sha256')
			.update(`${seed} ${index}`)
			.digest()
			.subarray(0, 16)
			.toString('base64url');
		return { ...draft, idempotencyKey, ticketsAfter };
	});
}

/** What the people of content/people.ts have voted: all of it in the running monthly ranking. */
function namedVotes(contest: Contest, fans: DemoFan[], now: number): Draft[] {
	if (contest.type !== 'monthly' || contest.endsAt <= now) return [];
	return fans.flatMap((fan) =>
		(fan.person?.votes ?? []).map(({ artist, tickets, daysAgo }) => ({
			contest,
			entry: contest.entries[artist]?.name ?? '',
			fan,
			tickets,
			// A month that has just begun holds them all at its beginning.
			castAt: Math.max(contest.startsAt, Math.round(now - daysAgo * 86_400_000)),
		})),
	);
}

interface Surroundings {
	crowd: DemoFan[];
	/** Fans by the name of their favorite. */
	fandoms: Map<string, DemoFan[]>;
	calendar: Calendar;
	random: Random;
}

/** What is missing to the wanted counts. */
function crowdVotes(contest: Contest, named: Draft[], { crowd, fandoms, calendar, random }: Surroundings): Draft[] {
	const weights = contest.entries.map(({ tickets }) => tickets ** 0.75);
	const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
	return contest.entries.flatMap(({ name, tickets }, index) => {
		const already = named.reduce((sum, draft) => sum + (draft.entry === name ? draft.tickets : 0), 0);
		const parts = Math.ceil((contest.votes * (weights[index] ?? 0)) / weightSum);
		const fandom = fandoms.get(name) ?? [];
		return split(tickets - already, parts, random).map((part) => ({
			contest,
			entry: name,
			fan: fandom.length > 0 && random.chance(0.85) ? random.pick(fandom) : anyOf(crowd, random),
			tickets: part,
			castAt: momentOf(contest, calendar, random),
		}));
	});
}

/** Some vote far more often than others. */
function anyOf(crowd: DemoFan[], random: Random): DemoFan {
	const fan = crowd[Math.floor(crowd.length * random.next() ** 1.7)];
	if (!fan) throw new Error('a crowd is needed to vote');
	return fan;
}

/** Whole parts of a total, most of them numbers that people choose; together exactly the total. */
function split(total: number, wanted: number, random: Random): number[] {
	const parts = Math.max(1, Math.min(wanted, total));
	const bell = () => random.next() + random.next() + random.next() - 1.5;
	const weights = Array.from({ length: parts }, () => Math.exp(2.2 * bell()));
	const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
	// What rounding takes from one vote goes to the next, so the carry never falls below zero.
	let [given, due] = [0, 0];
	return weights.map((weight, index) => {
		due += 1 + ((total - parts) * weight) / weightSum;
		const size = index === parts - 1 ? total - given : Math.max(1, asChosen(due - given));
		given += size;
		return size;
	});
}

function asChosen(votes: number): number {
	const step = votes < 20 ? 1 : votes < 100 ? 5 : votes < 1_000 ? 10 : votes < 10_000 ? 100 : 1_000;
	return Math.floor(votes / step) * step;
}

/** How lively each hour of the day is, 0 to 23, at most 1. */
const HOURS = [
	0.72, 0.48, 0.27, 0.14, 0.1, 0.12, 0.2, 0.36, 0.46, 0.42, 0.4, 0.44, 0.6, 0.52, 0.42, 0.42, 0.48, 0.6, 0.68, 0.74,
	0.82, 0.92, 1, 0.96,
];
const DAY_MS = 86_400_000;

/** A moment between opening and close, at most now: evenings rather than mornings, the ends rather than the middle. */
function momentOf({ startsAt, endsAt }: Contest, calendar: Calendar, random: Random): number {
	const last = Math.min(endsAt - 1, calendar.now);
	let moment = startsAt;
	for (let tries = 0; tries < 40; tries++) {
		moment = Math.floor(random.between(startsAt, last));
		const opening = moment < startsAt + DAY_MS ? 1 : 0.55;
		const rush = moment > endsAt - DAY_MS ? 1 : opening;
		if (random.chance((HOURS[calendar.hourAt(moment)] ?? 1) * rush)) break;
	}
	return moment;
}
