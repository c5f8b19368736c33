/** The fictional world of the trial start. Everything in it follows from one number and the time. */
import { DEFAULT_TIMEZONE } from '#contract/values/constants.ts';
import type { Database } from '#server/kernel/database.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { VoterSecrets } from '#server/vote-log/fans/voters.ts';
import { randomFrom } from './art/random.ts';
import { castBallots } from './ballots.ts';
import { keepBooks } from './books.ts';
import { calendarAt } from './calendar.ts';
import { planContests } from './contests.ts';
import { gatherCrowd } from './crowd.ts';
import { drawPictures } from './pictures.ts';
import { plantArtists, plantPictures } from './plant/catalog.ts';
import { plantBooks, plantFans, plantLostOrders } from './plant/fans.ts';
import { plantRace } from './plant/race.ts';
import { plantRankings, plantResults } from './plant/rankings.ts';
import { plantShop } from './plant/shop.ts';
import { plantSite } from './plant/site.ts';

export interface SeedOptions {
	/** Another number gives other looks, votes and fans; names and news stay. */
	seed?: number;
	now?: Date;
	voterSecrets: VoterSecrets;
}

/**
 * Fills an empty database, in one transaction: what throws leaves nothing behind but pictures, which the next
 * attempt finds again. Asking whether the database is empty is the caller's part.
 */
export async function seed(
	db: Database,
	media: MediaStore,
	{ seed: variant = 1, now = new Date(), voterSecrets }: SeedOptions,
): Promise<void> {
	const calendar = calendarAt(now.getTime(), DEFAULT_TIMEZONE);
	const contests = planContests(calendar, randomFrom(`contests ${variant}`));
	const all = [...contests.ended, contests.monthly, contests.birthday, contests.music];
	const opening = Math.min(...all.map(({ startsAt }) => startsAt));
	const fans = gatherCrowd(opening, randomFrom(`crowd ${variant}`));
	const books = keepBooks(fans, castBallots(all, fans, calendar, variant, randomFrom(`ballots ${variant}`)));
	const pictures = await drawPictures(media, variant, calendar.month(0).name);

	await db.transaction(async (tx) => {
		await plantPictures(tx, pictures, calendar.now);
		const artistIds = await plantArtists(tx, pictures, variant);
		const rankingIds = await plantRankings(tx, contests, artistIds, pictures, calendar.now);
		const fanIds = await plantFans(tx, fans);
		await plantBooks(tx, books, fanIds, artistIds, rankingIds, voterSecrets);
		await plantResults(tx, contests.ended, books.ballots, artistIds, rankingIds, calendar.now);
		await plantRace(tx, all, books.ballots, calendar.now, artistIds, rankingIds);
		await plantSite(tx, contests, calendar, pictures, rankingIds);
		await plantShop(tx, pictures);
		await plantLostOrders(tx, books, fanIds);
	});
}
