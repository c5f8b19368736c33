/** What all fans do at one moment: some arrive, check in, buy and vote. */
import { HOURS, type Moment } from '../calendar.ts';
import type { Stage } from '../stage/stage.ts';
import { inParallel } from '../stage/client.ts';
import type { World } from '../world.ts';
import { checkIn, type Here } from './calls.ts';
import type { Fan } from './fan.ts';
import { goShopping, lookAtWallets, settleMoney, type Purchase } from './shopping.ts';
import { register, signIn } from './sign-up.ts';
import { voteAt } from './voting.ts';

const SIGN_INS_AT_ONCE = 12;
const AT_ONCE = 224;
/** Of the check-ins: the button is pressed twice. */
const DOUBLE_TAP = 0.01;
/** Moments of a day at which people check in or shop. */
const CHANCES = HOURS.length;

export async function liveThrough(
	stage: Stage,
	here: Here,
	{ world, crowd, moment, purchases }: { world: World; crowd: readonly Fan[]; moment: Moment; purchases: Purchase[] },
): Promise<void> {
	const arriving = crowd.filter(({ token, joinsAt }) => token === null && joinsAt <= moment.at);
	await inParallel(arriving, SIGN_INS_AT_ONCE, (fan) => arrive(stage, fan));
	const present = crowd.filter(({ token }) => token !== null);
	await inParallel(present, AT_ONCE, (fan) => perhapsCheckIn(here, fan, moment));
	const bought = await shop(here, world, present, moment);
	if (bought.length > 0) {
		await settleMoney(stage);
		await lookAtWallets(here, bought);
		purchases.push(...bought);
	}
	await inParallel(present, AT_ONCE, (fan) => voteAt(here, world, fan, moment));
}

async function arrive(stage: Stage, fan: Fan): Promise<void> {
	fan.token = await signIn(stage, fan);
	if (fan.habit.name === 'lurker') return;
	await register(stage, fan, fan.token);
	fan.registered = true;
}

async function perhapsCheckIn(here: Here, fan: Fan, { day, morning }: Moment): Promise<void> {
	const { habit, random, checkedInOn } = fan;
	if (checkedInOn === day || !fan.registered) return;
	const chance = checkedInOn === day - 1 ? habit.keepsStreak : habit.comesBack;
	// A program checks in at midnight. People have several chances in a day, of which one is enough.
	const isProgram = habit.keepsStreak === 1;
	if (isProgram ? !morning : !random.chance(1 - (1 - chance) ** (1 / CHANCES))) return;
	await checkIn(here, fan, day);
	if (random.chance(DOUBLE_TAP)) await checkIn(here, fan, day);
}

async function shop(here: Here, { goods }: World, present: readonly Fan[], { day }: Moment): Promise<Purchase[]> {
	const buyers = present.filter(({ habit, random, registered }) => registered && random.chance(habit.buys / CHANCES));
	const bought = await Promise.all(buyers.map((fan) => goShopping(here, fan, goods, day)));
	return bought.filter((purchase) => purchase !== null);
}
