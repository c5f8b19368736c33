/** Operators prepare the month through the console: artists, two rankings, the store and the check-in. */
import { createArtist } from '#contract/operator/artists.ts';
import { editCheckInRewards, readCheckInSettings } from '#contract/operator/site/settings.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { addEntries } from '#contract/operator/rankings/entries.ts';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import world from '../../../demo/content/artists.json' with { type: 'json' };
import { localTime, midnight } from '../calendar.ts';
import { type Size, ARTISTS, BIRTHDAY, BIRTHDAY_CAP, MONTHLY, type World } from '../world.ts';
import type { Desk } from './desk.ts';

/** Gems, bonus and cents. */
const GOODS: readonly [number, number, number][] = [
	[1_000, 0, 99],
	[5_500, 500, 499],
	[12_000, 1_800, 999],
	[26_000, 5_200, 1_999],
	[70_000, 17_500, 4_999],
	[150_000, 45_000, 9_999],
];
const REWARDS = [600, 700, 800, 900, 1_000, 1_200, 3_000];

export async function setUp(desk: Desk, size: Size): Promise<World> {
	await desk.beginShift();
	const artistIds: number[] = [];
	for (const solo of world.solos.slice(0, ARTISTS)) artistIds.push(await addArtist(desk, solo));
	const birthday = {
		startsAt: midnight(Math.floor(size.days / 3)),
		endsAt: midnight(Math.floor((size.days * 2) / 3)),
		artists: [0, 1, 2, 3, 4],
	};
	await addRanking(desk, MONTHLY, midnight(0), midnight(size.days), artistIds);
	await addRanking(desk, BIRTHDAY, birthday.startsAt, birthday.endsAt, artistIds.slice(0, 5));
	for (const [index, pack] of GOODS.entries()) await addGoods(desk, index + 1, pack);
	const { check_in: now } = await desk.ask('finance', readCheckInSettings, {});
	const body = { version: now.version, rewards: REWARDS, restarts_after_miss: false, why: 'the opening' };
	await desk.ask('finance', editCheckInRewards, { body });
	return { size, artistIds, goods: GOODS.map((_, index) => index + 1), birthday };
}

async function addArtist(desk: Desk, solo: (typeof world.solos)[number]): Promise<number> {
	const body = { ...solo, kind: 'solo' as const, sub_title: null, avatar_media_id: null, hidden: false };
	return (await desk.ask('editor', createArtist, { body })).artist.artist_id;
}

async function addRanking(desk: Desk, key: string, from: number, to: number, artistIds: number[]): Promise<void> {
	const isMonthly = key === MONTHLY;
	const body = {
		ranking_key: key,
		ranking_type: isMonthly ? ('monthly' as const) : ('birthday' as const),
		starts_local: localTime(from),
		ends_local: localTime(to),
		votes_per_fan_max: isMonthly ? null : BIRTHDAY_CAP,
		review_hours: isMonthly ? 48 : 24,
		title: isMonthly ? 'June 2027 Monthly' : 'July Birthdays',
		cover_media_id: null,
		cover_alt: '',
		cover_link_url: null,
	};
	await desk.ask('editor', createRanking, { body });
	await desk.ask('editor', addEntries, { params: { ranking_key: key }, body: { artist_ids: artistIds } });
}

/** The goods of an empty store are numbered by their positions. */
async function addGoods(
	desk: Desk,
	position: number,
	[gems, bonus_gems, price_minor]: (typeof GOODS)[number],
): Promise<void> {
	const body = {
		position,
		gems,
		bonus_gems,
		price_minor,
		currency: 'USD',
		media_id: null,
		withdrawn: false,
		why: 'the opening',
	};
	await desk.ask('finance', createGoods, { body });
}
