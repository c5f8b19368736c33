/** How a fan votes at one moment. The ballots of one fan follow each other, so that their outcomes do not depend on chance. */
import type { Moment } from '../calendar.ts';
import { BIRTHDAY, GEMS_PER_VOTE, MONTHLY, type World } from '../world.ts';
import { castBallot, type Here } from './calls.ts';
import { aFandom } from './crowd.ts';
import type { Fan } from './fan.ts';

/** Of the ballots: for another artist, for the birthday ranking, for more than the wallet holds. */
const STRAYS = 0.1;
const BIRTHDAYS = 0.25;
const CARELESS = 0.004;
/** In the last hours everybody votes more often, and collectors spend what they saved. */
const STORM_BALLOTS = 2;

export async function voteAt(here: Here, world: World, fan: Fan, moment: Moment): Promise<void> {
	const { habit, random } = fan;
	const stormy = moment.storm && habit.name !== 'lurker';
	if (!random.chance(stormy ? 0.85 : habit.votes * moment.crowd)) return;
	const most = Math.max(1, Math.round(habit.ballots * world.size.eagerness * (stormy ? STORM_BALLOTS : 1) * 1.5));
	const count = random.whole(Math.ceil(most / 3), most);
	const spends = stormy ? Math.max(habit.spends, 0.4) : habit.spends;
	const share = Math.max(1, Math.floor((fan.balance * spends) / GEMS_PER_VOTE / count));
	for (let ballot = 0; ballot < count; ballot += 1) {
		const careless = random.chance(CARELESS);
		const wanted = Math.max(1, Math.round(share * random.between(0.5, 1.5)));
		const affordable = Math.max(0, Math.floor(fan.balance / GEMS_PER_VOTE));
		if (affordable < 1 && ballot > 0) return;
		const tickets = careless || affordable < 1 ? affordable + wanted : Math.min(wanted, affordable);
		await castBallot(here, fan, { ...choose(world, fan, moment), tickets });
	}
}

/** After the deadline: one press that comes too late. */
export async function voteTooLate(here: Here, world: World, fan: Fan): Promise<void> {
	await castBallot(here, fan, { rankingKey: MONTHLY, artistId: artistOf(world, fan.favorite), tickets: 1 });
}

function choose(
	world: World,
	{ random, favorite, habit }: Fan,
	{ at }: Moment,
): { rankingKey: string; artistId: number } {
	const isMachine = habit.name === 'bot' || habit.name === 'farmer';
	const artist = !isMachine && random.chance(STRAYS) ? aFandom(random) : favorite;
	const { birthday } = world;
	const isBirthday = birthday.artists.includes(artist) && at >= birthday.startsAt && at < birthday.endsAt;
	const rankingKey = isBirthday && !isMachine && random.chance(BIRTHDAYS) ? BIRTHDAY : MONTHLY;
	return { rankingKey, artistId: artistOf(world, artist) };
}

function artistOf({ artistIds }: World, index: number): number {
	const id = artistIds[index];
	if (id === undefined) throw new Error(`There is no artist ${index}`);
	return id;
}
