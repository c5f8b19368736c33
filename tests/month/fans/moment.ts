/** What all fans do at one moment: some arrive, check in, buy and vote. */
import { HOURS, type Moment } from '../calendar.ts';
import { type Stage, until, noJobsLeft } from '../stage/stage.ts';
import { inParallel } from '../stage/client.ts';
import { type World, BIRTHDAY, GEMS_PER_VOTE, MONTHLY } from '../world.ts';
import { checkIn, type Here, castBallot, lookAtWallet, order, pay } from './calls.ts';
import type { Fan } from './fan.ts';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { aFandom } from './crowd.ts';

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

type Site = Pick<Stage, 'client' | 'publicUrl'>;

const API = '/api/v1';

/** Returns the token of the session. The fan has not registered yet. */
async function signIn({ client, publicUrl }: Site, { name, provider, address }: Fan): Promise<string> {
	const seenFrom = { 'x-forwarded-for': address };
	const query = new URLSearchParams({
		sso_type: provider,
		callback_url: `${publicUrl}/login-callback?from=%2F&sso_type=${provider}`,
	});
	const begun = await client.ask({ path: `${API}/login/sso?${query}`, headers: seenFrom });
	const { data } = JSON.parse(begun.text) as { data: { login_url: string } };
	const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
	const callback = await visitSignIn(data.login_url, { name, email: `${name}@mail.example` });
	const back = await client.ask({
		path: callback.pathname + callback.search,
		headers: { ...seenFrom, cookie, accept: 'text/html' },
	});
	const token = new URL(back.headers.location ?? '', publicUrl).searchParams.get('token');
	const headers = { ...seenFrom, cookie, authorization: `Bearer ${token}` };
	const me = await client.ask({ path: `${API}/user/me`, headers });
	if (!token || me.status !== 200) throw new Error(`${name} could not sign in: ${back.status}, ${me.text}`);
	return token;
}

async function register({ client }: Site, { name, country }: Fan, token: string): Promise<void> {
	const { status, text } = await client.ask({
		path: `${API}/user/complete-registration`,
		headers: { authorization: `Bearer ${token}` },
		body: { email: `${name}@mail.example`, name, country },
	});
	if (status !== 200) throw new Error(`${name} could not register: ${text}`);
}

/** Of the ballots: for another artist, for the birthday ranking, for more than the wallet holds. */
const STRAYS = 0.1;
const BIRTHDAYS = 0.25;
const CARELESS = 0.004;
/** In the last hours everybody votes more often, and collectors spend what they saved. */
const STORM_BALLOTS = 2;

async function voteAt(here: Here, world: World, fan: Fan, moment: Moment): Promise<void> {
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

/** Fans buy gems. Some leave the card page, some cards are declined, some money is asked back. */
export interface Purchase {
	fan: Fan;
	tradeNo: string;
	day: number;
	/** The fan asks for the money on the next day. */
	regretted: boolean;
}

const PAYS = '4242424242424242';
const DECLINED = '4000000000000002';
/** Of the orders: left at the card page, declined, regretted. */
const LEFT = 0.06;
const DECLINES = 0.05;
const REGRETS = 0.08;

/** Returns the paid order, or null. */
async function goShopping(here: Here, fan: Fan, goods: readonly number[], day: number): Promise<Purchase | null> {
	const { random, habit } = fan;
	const goodsId = goods[random.whole(...habit.basket)] ?? 0;
	const [leaves, declines, regretted] = [random.chance(LEFT), random.chance(DECLINES), random.chance(REGRETS)];
	const tradeNo = await order(here, fan, goodsId);
	if (tradeNo === null || leaves) return null;
	if (declines) {
		await pay(here, fan, tradeNo, DECLINED);
		here.journal.refused('card_declined');
		if (random.chance(0.5)) return null;
	}
	await pay(here, fan, tradeNo, PAYS);
	return { fan, tradeNo, day, regretted };
}

/** Waits until the site has heard of every payment, refund and dispute, and has moved the gems. */
export async function settleMoney({ stripe, owner }: Pick<Stage, 'stripe' | 'owner'>): Promise<void> {
	await until('Stripe’s messages are not taken', () => {
		const taken = new Set(stripe.deliveries.log.filter(({ status }) => status === 200).map(({ event }) => event));
		return stripe.state.events.every(({ id }) => taken.has(id));
	});
	await noJobsLeft(owner);
}

async function lookAtWallets(here: Here, purchases: readonly Purchase[]): Promise<void> {
	await Promise.all(purchases.map(({ fan }) => lookAtWallet(here, fan)));
}
