/** Which rankings there are, who stands in them, and with how many tickets. */
import type { RankingType } from '#contract/rankings.ts';
import type { Random } from './random.ts';
import { seasonOf, type Calendar, type Month } from './calendar.ts';
import world from './content/artists.json' with { type: 'json' };

export interface Contest {
	key: string;
	type: RankingType;
	title: string;
	startsAt: number;
	/** Exclusive. */
	endsAt: number;
	/** About how many votes its tickets come in. */
	votes: number;
	/** By name: of an artist, or the title of a song. */
	entries: { name: string; tickets: number }[];
}

export const GEMS_PER_VOTE = 10;

const MONTHLY_SIZE = 60;
const LEADING = [
	1_284_932, 1_241_608, 1_098_274, 902_115, 874_020, 645_873, 512_409, 498_771, 377_250, 341_986, 288_114, 263_905,
	201_557, 187_642, 140_233, 98_310,
];
/** Who won the last three months, by place in artists.json. */
const PODIUMS = [
	[1, 0, 4],
	[0, 2, 5],
	[4, 6, 1],
];

export type Contests = ReturnType<typeof planContests>;

export function planContests(calendar: Calendar, random: Random) {
	const months = [-1, -2, -3].map((offset) => calendar.month(offset));
	return {
		monthly: monthly(calendar.month(0), countsOf(LEADING, MONTHLY_SIZE, random), 9_000, random),
		birthday: birthday(calendar, 0, random),
		music: music(calendar, 0, random),
		/** The latest first. */
		ended: [
			...months.map((month, index) => {
				const best = 1_904_221 - index * 126_700;
				const counts = countsOf([best, best * 0.986, best * 0.66], MONTHLY_SIZE, random);
				return monthly(month, counts, 4_500, random, PODIUMS[index]);
			}),
			birthday(calendar, -2, random),
			music(calendar, -3, random),
		].toSorted((one, other) => other.endsAt - one.endsAt),
	};
}

function monthly(month: Month, counts: number[], votes: number, random: Random, podium?: number[]): Contest {
	const listed = world.solos.slice(0, MONTHLY_SIZE).map(({ en_name: name }) => name);
	const leaders = (podium ?? []).flatMap((place) => listed[place] ?? []);
	const others = listed.filter((name) => !leaders.includes(name));
	const order = podium ? [...leaders, ...nearly(others, random)] : listed;
	return {
		key: `monthly-${month.key}`,
		type: 'monthly',
		title: `${month.name} ${month.year} Monthly`,
		startsAt: month.startsAt,
		endsAt: month.endsAt,
		votes,
		entries: entriesOf(order, counts),
	};
}

/** Artists born in a month or the next one. Runs across today, or across the same days of an earlier month. */
function birthday(calendar: Calendar, offset: number, random: Random): Contest {
	const [month, next] = [calendar.month(offset), calendar.month(offset + 1)];
	const born = world.solos.filter((artist) =>
		[month.number, next.number].includes(Number(artist.birthday.slice(5, 7))),
	);
	const names = nearly(
		born.map(({ en_name: name }) => name),
		random,
	);
	return {
		key: `birthday-${month.key}`,
		type: 'birthday',
		title: `${month.name} and ${next.name} Birthdays`,
		// Earlier ones keep the distance in days, so that they are over by now whatever the date.
		startsAt: calendar.day(-12 + offset * 30),
		endsAt: calendar.day(10 + offset * 30),
		votes: offset === 0 ? 2_200 : 1_500,
		entries: entriesOf(names, countsOf([212_480, 207_915, 151_300], names.length, random, 0.82)),
	};
}

function music(calendar: Calendar, offset: number, random: Random): Contest {
	const month = calendar.month(offset);
	const season = seasonOf(month);
	const titles = world.songs.map(({ en_name: title }) => title);
	const names = offset === 0 ? titles : nearly(titles, random).slice(0, 20);
	return {
		key: `${season}-songs-${month.year}`,
		type: 'theme',
		title: `Best ${season.charAt(0).toUpperCase()}${season.slice(1)} Song ${month.year}`,
		startsAt: calendar.day(-20 + offset * 30),
		endsAt: calendar.day(17 + offset * 30),
		votes: offset === 0 ? 2_800 : 1_500,
		entries: entriesOf(names, countsOf([486_120, 471_066, 402_930, 318_204], names.length, random, 0.86)),
	};
}

/** The first counts as given, then a long tail. */
function countsOf(first: number[], size: number, random: Random, fall = 0.9): number[] {
	const counts = first.map(Math.round);
	while (counts.length < size) counts.push(Math.round((counts.at(-1) ?? 1) * fall * random.between(0.955, 1.03)));
	return counts.slice(0, size).map((count) => Math.max(40, count));
}

/** The same order, a little shaken. */
function nearly(names: string[], random: Random): string[] {
	return names
		.map((name, index) => ({ name, at: index + random.between(-4, 4) }))
		.toSorted((one, other) => one.at - other.at)
		.map(({ name }) => name);
}

const entriesOf = (names: string[], counts: number[]) =>
	names.map((name, index) => ({ name, tickets: counts[index] ?? 40 }));
