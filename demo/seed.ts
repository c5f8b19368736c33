/** The fictional world of the trial start. Everything in it follows from the time. */
import { DEFAULT_TIMEZONE } from '#contract/values/constants.ts';
import type { Database } from '#server/kernel/database.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { VoterSecrets } from '#public-log/server/fans/voters.ts';
import { castBallots } from './ballots.ts';
import { calendarAt } from './calendar.ts';
import { planContests } from './contests.ts';
import { gatherCrowd } from './crowd.ts';
import { storePictures } from './pictures.ts';
import { plantArtists, plantPictures } from './plant/catalog.ts';
import { plantFans, plantVotes } from './plant/fans.ts';
import { plantRankings, plantResults } from './plant/rankings.ts';
import { plantShop, plantSite } from './plant/site.ts';
import { plantTranslations } from './plant/translations.ts';
import { randomFrom } from './random.ts';

/** Another number gives other votes and fans. */
const SEED = 1;

/**
 * Fills an empty database, in one transaction: what throws leaves nothing behind but pictures, which the next
 * attempt finds again. Asking whether the database is empty is the caller's part.
 */
export async function seed(
	db: Database,
	media: MediaStore,
	{ now = new Date(), voterSecrets }: { now?: Date; voterSecrets: VoterSecrets },
): Promise<void> {
	const calendar = calendarAt(now.getTime(), DEFAULT_TIMEZONE);
	const contests = planContests(calendar, randomFrom(`contests ${SEED}`));
	const all = [...contests.ended, contests.monthly, contests.birthday, contests.music];
	const opening = Math.min(...all.map(({ startsAt }) => startsAt));
	const fans = gatherCrowd(opening, randomFrom(`crowd ${SEED}`));
	const ballots = castBallots(all, fans, calendar.now, randomFrom(`ballots ${SEED}`));
	const pictures = await storePictures(media);

	await db.transaction(async (tx) => {
		await plantPictures(tx, pictures, calendar.now);
		const artistIds = await plantArtists(tx, pictures);
		const rankingIds = await plantRankings(tx, contests, artistIds, pictures, calendar.now);
		const fanIds = await plantFans(tx, fans);
		await plantVotes(tx, ballots, { fanIds, artistIds, rankingIds, voterSecrets });
		await plantResults(tx, calendar.now);
		await plantSite(tx, contests, calendar, pictures, rankingIds);
		await plantTranslations(tx, contests, calendar);
		await plantShop(tx, pictures);
	});
}
