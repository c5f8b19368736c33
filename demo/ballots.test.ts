import { expect, it } from 'vitest';
import { randomFrom } from './random.ts';
import { type Ballot, castBallots } from './ballots.ts';
import { calendarAt } from './calendar.ts';
import { planContests } from './contests.ts';
import { gatherCrowd } from './crowd.ts';

/** The same for the same time, which costs a second each. */
const plans = new Map<string, ReturnType<typeof makePlan>>();
function plan(at: string) {
	const made = plans.get(at) ?? makePlan(at);
	plans.set(at, made);
	return made;
}

function makePlan(at: string) {
	const calendar = calendarAt(Date.parse(at), 'Asia/Seoul');
	const { ended, monthly, birthday, music } = planContests(calendar, randomFrom('contests'));
	const contests = [...ended, monthly, birthday, music];
	const fans = gatherCrowd(Math.min(...contests.map(({ startsAt }) => startsAt)), randomFrom('crowd'));
	const ballots = castBallots(contests, fans, calendar.now, randomFrom('ballots'));
	return { calendar, contests, monthly, birthday, music, ended, ballots };
}

// Also in the first minute of a month and of a year, when hardly any time has passed.
it.each(['2026-11-21T06:00:00Z', '2026-11-30T15:00:30Z', '2026-12-31T15:00:01Z', '2028-02-29T14:59:59Z'])(
	'are cast while their ranking is open and none after %s',
	(at) => {
		const { calendar, contests, ballots } = plan(at);
		const isAmiss = ({ contest, castAt, tickets }: Ballot) =>
			tickets <= 0 || castAt < contest.startsAt || castAt >= contest.endsAt || castAt > calendar.now;
		expect(ballots.filter(isAmiss)).toEqual([]);
		const counted = new Map<string, number>();
		for (const { contest, entry, tickets } of ballots) {
			const of = `${contest.key} ${entry}`;
			counted.set(of, (counted.get(of) ?? 0) + tickets);
		}
		for (const contest of contests) {
			for (const { name, tickets } of contest.entries) expect(counted.get(`${contest.key} ${name}`) ?? 0).toBe(tickets);
		}
	},
);

it.each(['2026-11-21T06:00:00Z', '2026-12-31T15:00:01Z', '2027-03-30T02:00:00Z'])(
	'stand in three running rankings and five that have ended at %s',
	(at) => {
		const { calendar, monthly, birthday, music, ended, contests } = plan(at);
		for (const { startsAt, endsAt } of [monthly, birthday, music]) {
			expect(startsAt).toBeLessThanOrEqual(calendar.now);
			expect(endsAt).toBeGreaterThan(calendar.now);
		}
		expect(ended.filter(({ type }) => type === 'monthly')).toHaveLength(3);
		for (const { endsAt } of ended) expect(endsAt).toBeLessThanOrEqual(calendar.now);
		expect(new Set(contests.map(({ key }) => key)).size).toBe(contests.length);
		for (const { entries } of contests) expect(entries.length).toBeGreaterThanOrEqual(8);
	},
);

it('are the same for the same seed and time', () => {
	const [one, other] = [plan('2026-11-21T06:00:00Z'), makePlan('2026-11-21T06:00:00Z')];
	expect(one.ballots).toEqual(other.ballots);
});
