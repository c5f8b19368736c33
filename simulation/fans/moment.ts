/** What all fans do at one moment: some arrive, check in, buy and vote. */
import { HOURS, type Moment } from '../calendar.ts';
import type { Stage } from '../stage/stage.ts';
import { inParallel } from '../stage/client.ts';
import type { World } from '../world.ts';
import { checkIn, type Here } from './calls.ts';
import type { Fan } from './fan.ts';
import { goShopping, lookAtWallets, settleMoney, type Purchase } from './shopping.ts';
import { voteAt } from './voting.ts';
import { visitSignIn } from '../../testkit/visit-sign-in.ts';

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
