/** The people of the month: what kinds there are, when and from where they come, and what each does. Follows from the seed alone. */
import { hash } from 'node:crypto';
import artists from '../../demo/content/artists.json' with { type: 'json' };
import { gatherCrowd as gatherDemoCrowd } from '../../demo/crowd.ts';
import { randomFrom, type Random } from '../../demo/random.ts';
import { aBrowser } from '../fixtures/accounts/sign-in.ts';
import { tradeNoOf } from '../fixtures/orders/shop.ts';
import type { Ask } from '../fixtures/site/answers.ts';
import { inParallel, type Stage } from './stage.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DAYS = 30;
/** A June in Seoul, whose offset is the same all year. */
const OPENING = Date.UTC(2027, 4, 31, 15);
export const midnight = (day: number): number => OPENING + day * DAY_MS;
/** When there are people on the site. The first hour is just past midnight. */
export const HOURS = [0.1, 12.5, 19, 22];

/** Votes cost so many gems. */
const GEMS_PER_VOTE = 10;
export const ARTISTS = 14;
export const [MONTHLY, BIRTHDAY] = ['monthly-2027-06', 'birthday-2027-07'];
/** The birthday ranking has the first artists, and runs in the second third of the month. */
export const BIRTHDAY_RUN = { artists: 5, startsAt: midnight(10), endsAt: midnight(20), cap: 400 };

interface Habit {
	/** Chances: of a check-in on the day after one, of a vote when everybody is here, of a purchase on a day. */
	keeps: number;
	votes: number;
	buys: number;
	/** Ballots at once, at most, and the part of the wallet that they spend on them. */
	ballots: number;
	spends: number;
	/** Cheapest and dearest goods that they buy, as places in the store. */
	basket: [number, number];
}

const usual: Habit = { keeps: 0.75, votes: 0.5, buys: 0.015, ballots: 6, spends: 0.5, basket: [0, 3] };
const HABITS = {
	fan: usual,
	whale: { ...usual, buys: 0.25, ballots: 10, spends: 0.3, basket: [3, 5] },
	/** Signs in and never registers. */
	lurker: { ...usual, votes: 0.03, ballots: 1 },
	bot: { ...usual, keeps: 1, votes: 1, buys: 0, spends: 0.9 },
	farmer: { ...usual, keeps: 0.98, votes: 0.3, buys: 0, ballots: 3, spends: 1 },
	/** Buys with a card that is not theirs, and spends at once. */
	carder: { ...usual, keeps: 0, votes: 0.9, buys: 0.3, ballots: 5, spends: 1, basket: [4, 5] },
} satisfies Record<string, Habit>;
type Kind = keyof typeof HABITS;
/** Who are neither machines nor thieves. */
const MIX: readonly Kind[] = [...Array<Kind>(23).fill('fan'), 'whale', 'lurker'];

/** How many of each come. Two nets of bots, accounts of one person, fans whose bank takes a payment back. */
export const SIZE = { fans: 300, bots: 12, farmers: 20, carders: 4 };
/** Whom programs and the person with many accounts vote for, and the day on which the second net is made. */
export const [BOT_ARTIST, FARM_ARTIST, NIGHT_DAY] = [4, 1, 24];

export interface Fan {
	name: string;
	kind: Kind;
	random: Random;
	country: string;
	provider: 'google' | 'line';
	/** Network address that the site sees. */
	address: string;
	/** Place of the artist they came for. */
	favorite: number;
	joinsAt: number;
	token: string | null;
	/** Gems, as the site last told. */
	balance: number;
	checkedInOn: number;
	/** Changes so far: a part of the next idempotency key. */
	changes: number;
}

export function gatherCrowd(seed: number): Fan[] {
	const strangers = gatherDemoCrowd(OPENING, randomFrom(`${seed}`)).filter(({ person }) => person === null);
	const fans: Fan[] = [];
	const add = (count: number, word: string, traitsOf: (random: Random, index: number) => Partial<Fan>) => {
		for (const [index, stranger] of strangers.splice(0, count).entries()) {
			const random = randomFrom(`${seed} ${word} ${index}`);
			fans.push({
				name: `${word}-${index}`,
				kind: random.pick(MIX),
				random,
				country: stranger.country,
				provider: stranger.platform,
				address: `100.${64 + Math.floor(fans.length / 250)}.${fans.length % 250}.7`,
				favorite: artists.solos.findIndex(({ en_name: name }) => name === stranger.favorite) % ARTISTS,
				// Half of them in the first days.
				joinsAt:
					midnight(random.chance(0.5) ? random.whole(0, 2) : random.whole(3, 28)) + random.whole(0, 20) * HOUR_MS,
				token: null,
				balance: 0,
				checkedInOn: -1,
				changes: 0,
				...traitsOf(random, index),
			});
		}
	};
	const from = (address: string, day: number) => ({ address, joinsAt: midnight(day) + HOUR_MS, country: 'US' });
	// A school whose pupils share an address is no farm.
	const school = { ...from('198.19.7.7', 0), country: 'KR', kind: 'fan' as const };
	add(SIZE.fans, 'fan', (_, index) => (index % 10 === 3 ? school : {}));
	add(SIZE.bots, 'bot', () => ({ kind: 'bot', favorite: BOT_ARTIST, ...from('198.51.100.9', 3) }));
	add(SIZE.farmers, 'farm', () => ({ kind: 'farmer', favorite: FARM_ARTIST, ...from('203.0.113.20', 5) }));
	add(SIZE.bots, 'night', () => ({ kind: 'bot', favorite: 3, ...from('192.0.2.77', NIGHT_DAY) }));
	add(SIZE.carders, 'card', () => ({ kind: 'carder', joinsAt: midnight(6) }));
	return fans;
}

export interface Moment {
	at: number;
	day: number;
	/** True in the last hour. */
	storm: boolean;
	/** True for the first moment of a day. */
	morning: boolean;
}

/** A paid order. */
export interface Purchase {
	fan: Fan;
	tradeNo: string;
	day: number;
	/** The fan asks for the money on the next day. */
	regretted: boolean;
}

const [SIGN_INS_AT_ONCE, AT_ONCE] = [12, 128];
/** Of check-ins: the button is pressed twice. Of ballots: for another artist, for the birthday, for more than the wallet holds. */
const [DOUBLE_TAP, STRAYS, BIRTHDAYS, CARELESS] = [0.01, 0.1, 0.25, 0.004];
/** Of orders: left at the card page, declined, regretted. */
const [LEFT, DECLINES, REGRETS] = [0.06, 0.05, 0.08];
const [CARD_THAT_PAYS, CARD_DECLINED] = ['4242424242424242', '4000000000000002'];

/** Fans at the site. @param artistIds of the monthly ranking, the most popular first */
export function fansAt({ ask, settleMoney }: Stage, crowd: readonly Fan[], artistIds: readonly number[]) {
	const refusals = new Set<string>();
	const purchases: Purchase[] = [];

	/** Makes one change. The key looks like a device's, but is the same in every run. Null if the site refuses. */
	async function change(fan: Fan, path: string, body: object = {}) {
		fan.changes += 1;
		const headers = { 'idempotency-key': hash('md5', `${fan.name} ${fan.changes}`, 'base64url') };
		const answer = await ask({ path, token: fan.token ?? '', body, headers });
		const { gem_balance: balance } = (answer.body.data ?? {}) as { gem_balance?: number };
		if (balance !== undefined) fan.balance = balance;
		if (answer.status !== 200) refusals.add(answer.body.error ?? answer.text);
		return answer.status === 200 ? answer : null;
	}

	async function arrive(fan: Fan): Promise<void> {
		const { name, provider, address, country } = fan;
		const seen = ({ headers, ...request }: Ask) =>
			ask({ ...request, headers: { ...headers, 'x-forwarded-for': address } });
		fan.token = await aBrowser({ ask: seen }).signIn(provider, { name, email: `${name}@mail.example` });
		if (fan.kind === 'lurker') return;
		const body = { email: `${name}@mail.example`, name, country };
		const { status, text } = await ask({ path: '/user/complete-registration', token: fan.token, body });
		if (status !== 200) throw new Error(`${name} could not register: ${text}`);
	}

	async function perhapsCheckIn(fan: Fan, { day, morning }: Moment): Promise<void> {
		const { keeps } = HABITS[fan.kind];
		if (fan.checkedInOn === day) return;
		// A program checks in at midnight. People have several chances in a day, of which one is enough.
		if (keeps === 1 ? !morning : !fan.random.chance(1 - (1 - keeps) ** (1 / HOURS.length))) return;
		fan.checkedInOn = day;
		await change(fan, '/checkin');
		if (fan.random.chance(DOUBLE_TAP)) await change(fan, '/checkin');
	}

	async function perhapsShop(fan: Fan, { day }: Moment): Promise<void> {
		const { random } = fan;
		const { buys, basket } = HABITS[fan.kind];
		if (!random.chance(buys / HOURS.length)) return;
		const goods_id = random.whole(...basket) + 1;
		const [leaves, declines, regretted] = [random.chance(LEFT), random.chance(DECLINES), random.chance(REGRETS)];
		const order = await change(fan, '/orders/create', { goods_id });
		if (!order || leaves) return;
		const tradeNo = tradeNoOf(order);
		const path = `/orders/pay?trade_no=${tradeNo}&payment_method=PAYMENT_METHOD_STRIPE_CARD`;
		const { data } = (await ask({ path, token: fan.token ?? '' })).body as { data: { pay_url: string } };
		const pay = async (number: string) => {
			const body = new URLSearchParams({ number });
			return (await fetch(data.pay_url, { method: 'POST', body, redirect: 'manual' })).text();
		};
		if (declines && (await pay(CARD_DECLINED)).includes('declined')) refusals.add('card_declined');
		await pay(CARD_THAT_PAYS);
		purchases.push({ fan, tradeNo, day, regretted });
	}

	async function vote(fan: Fan, { at, storm }: Moment): Promise<void> {
		const { random, kind } = fan;
		const habit = HABITS[kind];
		// In the last hour everybody votes, and more often.
		const stormy = storm && kind !== 'lurker';
		if (!random.chance(stormy ? 0.85 : habit.votes)) return;
		const most = habit.ballots * (stormy ? 2 : 1);
		const count = random.whole(Math.ceil(most / 3), most);
		const usually = (fan.balance * habit.spends) / GEMS_PER_VOTE / count;
		for (let ballot = 0; ballot < count; ballot += 1) {
			const wanted = Math.max(1, Math.round(Math.max(1, usually) * random.between(0.5, 1.5)));
			const affordable = Math.max(0, Math.floor(fan.balance / GEMS_PER_VOTE));
			if (affordable < 1 && ballot > 0) return;
			const isTooMuch = random.chance(CARELESS) || affordable < 1;
			const isMachine = kind === 'bot' || kind === 'farmer';
			const artist = !isMachine && random.chance(STRAYS) ? random.whole(0, ARTISTS - 1) : fan.favorite;
			const { artists: ofBirthday, startsAt, endsAt } = BIRTHDAY_RUN;
			const isBirthday = !isMachine && artist < ofBirthday && at >= startsAt && at < endsAt && random.chance(BIRTHDAYS);
			await cast(
				fan,
				artist,
				isTooMuch ? affordable + wanted : Math.min(wanted, affordable),
				isBirthday ? BIRTHDAY : MONTHLY,
			);
		}
	}

	const cast = (fan: Fan, artist: number, tickets: number, ranking = MONTHLY) =>
		change(fan, `/rankings/vote/${ranking}`, { artist_id: artistIds[artist], ticket_number: tickets });

	return {
		refusals,
		purchases,
		/** Some arrive, check in, buy and vote. */
		async live(moment: Moment): Promise<void> {
			const arriving = crowd.filter(({ token, joinsAt }) => token === null && joinsAt <= moment.at);
			await inParallel(arriving, SIGN_INS_AT_ONCE, arrive);
			const present = crowd.filter(({ token }) => token !== null);
			const registered = present.filter(({ kind }) => kind !== 'lurker');
			await inParallel(registered, AT_ONCE, (fan) => perhapsCheckIn(fan, moment));
			const before = purchases.length;
			await inParallel(registered, AT_ONCE, (fan) => perhapsShop(fan, moment));
			if (purchases.length > before) await settleMoney();
			// Operators and banks change balances too.
			await inParallel(purchases.slice(before), AT_ONCE, async ({ fan }) => {
				const { status, body } = await ask({ path: '/user/me', token: fan.token ?? '' });
				if (status === 200) fan.balance = (body.data as { gem_balance: number }).gem_balance;
			});
			await inParallel(present, AT_ONCE, (fan) => vote(fan, moment));
		},
		/** After the deadline: one press that comes too late. */
		voteTooLate: () =>
			inParallel(
				crowd.filter(({ kind }) => kind !== 'lurker'),
				AT_ONCE,
				(fan) => cast(fan, fan.favorite, 1),
			),
	};
}
