/** Everybody who comes to the site in the month: when, from where and for whom. Follows from the seed alone. */
import { randomFrom, type Random } from '../../../demo/random.ts';
import { dayIn, HOUR_MS, OPENING } from '../calendar.ts';
import type { Size } from '../world.ts';
import { aFan, type Fan, habits, MIX } from './fan.ts';

/** Share of the fandoms. Two artists have half of all fans, as on every chart. */
const FANDOMS = [0.28, 0.24, 0.12, 0.09, 0.07, 0.05, 0.04, 0.03, 0.02, 0.02, 0.01, 0.01, 0.01, 0.01];
/** Whom programs and the person with many accounts vote for. */
export const [BOT_ARTIST, FARM_ARTIST] = [4, 1];
const NIGHT_ARTIST = 3;
/** The day on which the second net of programs is made. */
export const NIGHT_DAY = 24;
/** Waves of sign-ups: day, share of all fans, and the fandom that a new single brings. */
const WAVES: readonly (readonly [number, number, number | null])[] = [
	[0, 0.3, null],
	[1, 0.12, null],
	[2, 0.08, null],
	[7, 0.12, 2],
	[8, 0.06, 2],
	[14, 0.06, null],
	[21, 0.12, 1],
	[26, 0.08, null],
	[28, 0.06, null],
];

export function gatherCrowd(size: Size, seed: number): Fan[] {
	const people: Fan[] = [];
	const add = (count: number, word: string, make: (random: Random, index: number) => Partial<Fan>) => {
		for (let index = 0; index < count; index += 1) {
			const random = randomFrom(`${seed} ${word} ${index}`);
			const traits = make(random, index);
			people.push({ ...aFan(`${word}-${index}`, random, people.length), ...traits });
		}
	};
	add(size.fans, 'fan', (random, index) => {
		const habit = drawn(random, MIX);
		const [day, fandom] = drawn(
			random,
			WAVES.map(([from, share, to]) => [[from, to] as const, share]),
		);
		const favorite = fandom !== null && random.chance(0.7) ? fandom : aFandom(random);
		// A school whose pupils share an address is no farm.
		const isPupil = index % 10 === 3;
		const school = isPupil ? { address: '198.19.7.7', country: 'KR', habit: habits.devoted, joinsAt: OPENING } : {};
		return { habit, favorite, joinsAt: dayIn(size, day) + random.whole(0, 20) * HOUR_MS, ...school };
	});
	const net = (address: string, day: number, favorite: number) => ({
		address,
		favorite,
		joinsAt: dayIn(size, day) + HOUR_MS,
		country: 'US',
	});
	add(size.bots, 'bot', () => ({ habit: habits.bot, ...net('198.51.100.9', 3, BOT_ARTIST) }));
	add(size.farmers, 'farm', () => ({ habit: habits.farmer, ...net('203.0.113.20', 5, FARM_ARTIST) }));
	add(size.bots, 'night', () => ({ habit: habits.bot, ...net('192.0.2.77', NIGHT_DAY, NIGHT_ARTIST) }));
	add(size.carders, 'card', () => ({ habit: habits.carder, joinsAt: dayIn(size, 6), favorite: 5 }));
	return people;
}

export const aFandom = (random: Random): number =>
	drawn(
		random,
		FANDOMS.map((share, index) => [index, share]),
	);

function drawn<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
	let left = random.next() * choices.reduce((sum, [, share]) => sum + share, 0);
	const found = choices.find(([, share]) => (left -= share) < 0) ?? choices.at(-1);
	if (!found) throw new Error('There is nothing to choose from');
	return found[0];
}
