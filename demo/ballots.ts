/** How wanted counts become votes: who cast them, how many tickets at once, and when. */
import type { Random } from './random.ts';
import type { Contest } from './contests.ts';
import type { DemoFan } from './crowd.ts';

export interface Ballot {
	contest: Contest;
	/** Name of the entry. */
	entry: string;
	fan: DemoFan;
	tickets: number;
	castAt: number;
}

/** Every vote of all contests in the order of time. Each entry's votes sum up to its tickets exactly. */
export function castBallots(contests: Contest[], fans: DemoFan[], now: number, random: Random): Ballot[] {
	const crowd = fans.filter(({ person }) => person === null);
	const fandoms = Map.groupBy(crowd, ({ favorite }) => favorite);
	return contests
		.flatMap((contest) => {
			const named = namedVotes(contest, fans, now);
			const last = Math.min(contest.endsAt - 1, now);
			const weights = contest.entries.map(({ tickets }) => tickets ** 0.75);
			const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
			const others = contest.entries.flatMap(({ name: entry, tickets: wanted }, index) => {
				const already = named.reduce((sum, ballot) => sum + (ballot.entry === entry ? ballot.tickets : 0), 0);
				const parts = Math.ceil((contest.votes * (weights[index] ?? 0)) / weightSum);
				const fandom = fandoms.get(entry) ?? [];
				return split(wanted - already, parts, random).map((tickets): Ballot => {
					const fan = fandom.length > 0 && random.chance(0.85) ? random.pick(fandom) : anyOf(crowd, random);
					return { contest, entry, fan, tickets, castAt: Math.floor(random.between(contest.startsAt, last)) };
				});
			});
			return [...named, ...others];
		})
		.toSorted((one, other) => one.castAt - other.castAt);
}

/** What the people of content/people.json have voted: all of it in the running monthly ranking. */
function namedVotes(contest: Contest, fans: DemoFan[], now: number): Ballot[] {
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
