/** A site with something in every place: pictures, banners, a pop-up, three tabs, ended rankings, news, picture pages. */
import sharp from 'sharp';
import type { Database } from '#server/kernel/database.ts';
import { diskStore } from '#server/media/disk.ts';
import { storeImage } from '#server/media/media.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { aContest, type Contest } from './contests.ts';
import { someNews } from './news.ts';
import { aPerson } from './people.ts';
import type { Site } from './site.ts';

export interface WholeSite {
	monthly: Contest;
	birthday: Contest;
	music: Contest;
	/** Ended a month ago; its five artists have 50, 40 … votes. */
	past: Contest;
	/** The latest first. */
	articles: number[];
	videos: number[];
}

export const ARTISTS = 24;
export const ARTICLES = 25;
export const VIDEOS = 12;

export async function aWholeSite(site: Site): Promise<WholeSite> {
	const { owner } = site;
	const monthly = await aContest(owner, 'november', { tab: 'solo', artists: names('Solo', ARTISTS) });
	const birthday = await aContest(owner, 'birthdays', { tab: 'birthday', type: 'birthday', startsIn: 1, endsIn: 5 });
	const music = await aContest(owner, 'songs', { tab: 'music', type: 'theme', artists: ['Low Tide', 'Glasshouse'] });
	const past = await anEndedContest(site);
	const articles = await someNews(owner, names('Article', ARTICLES));
	const videos = await someNews(owner, names('Video', VIDEOS), 'video');
	await plantPictures(site, monthly, articles[0]);
	await owner.query({
		text: `update site_setting set social_links = '[{"name":"Instagram","url":"https://social.example/lightstick"}]'`,
	});
	return { monthly, birthday, music, past, articles, videos };
}

/** `Solo 01`, `Solo 02` … */
function names(word: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${word} ${String(index + 1).padStart(2, '0')}`);
}

/** The operators' pop-up, from now on. Gives its uuid. */
export async function aPopUp(owner: Database, linkUrl: string | null): Promise<string> {
	const [row] = await owner.query<{ uuid: string }>({
		text: `insert into pop_up (media_id, alt, link_url, starts_at, ends_at)
			select media_id, 'A night for two fandoms', $1, lightstick_now(), lightstick_now() + interval '9 days' from media
			limit 1 returning pop_up_id as uuid`,
		values: [linkUrl],
	});
	if (!row) throw new Error('The site has no picture yet');
	return row.uuid;
}

async function anEndedContest({ owner, db, ask }: Site): Promise<Contest> {
	const artists = ['Ayu Bara', 'Bex Corran', 'Cleo Dastan', 'Dov Elling', 'Eun Farrow'];
	const past = await aContest(owner, 'october', { startsIn: -40, endsIn: 10, artists });
	const fan = await aPerson(owner, 'past voter', { earned: 10_000 });
	for (const [index, artistId] of past.artistIds.entries()) {
		const body = { artist_id: artistId, ticket_number: 50 - index * 10 };
		const { status } = await ask({ path: '/rankings/vote/october', token: fan.token, body });
		if (status !== 200) throw new Error(`The vote was refused with ${status}`);
	}
	// The month is over: its votes stay, its window has passed.
	await owner.query({
		text: `update ranking set starts_at = starts_at - interval '30 days', ends_at = lightstick_now(), review_hours = 0
			where ranking_key = 'october'`,
	});
	await closeAndCertify(db);
	return past;
}

async function plantPictures({ owner, config }: Site, monthly: Contest, newsId: number | undefined): Promise<void> {
	const store = diskStore(config.dataFolder);
	const [teal, plum, rose] = await Promise.all(
		['#2fd3c2', '#7a4fd0', '#d04f7a'].map(async (background) => {
			const bytes = await sharp({ create: { width: 1280, height: 720, channels: 3, background } })
				.png()
				.toBuffer();
			const { mediaId, width, height } = await storeImage(store, bytes, { formats: ['webp'] });
			await owner.query({
				text: 'insert into media (media_id, width, height) values ($1, $2, $3)',
				values: [mediaId, width, height],
			});
			return mediaId;
		}),
	);
	const statements: [string, unknown[]][] = [
		[
			`insert into banner (position, media_id, pc_media_id, alt, link_url, link_target) values
				(1, $1, $2, 'The first banner', '/news', null), (2, $2, $1, 'The second banner', '/rank_rewards', '_blank')`,
			[teal, plum],
		],
		[
			`insert into view_page (view_id, media_id, pc_media_id, alt) values
				('rank-rewards', $1, $2, 'What the first ranks win'), ('hall', $2, $1, 'The hall')`,
			[teal, plum],
		],
		[
			`update ranking set cover_media_id = $1, cover_alt = 'November', cover_link_url = '/rank_rewards'
				where ranking_id = $2`,
			[teal, monthly.rankingId],
		],
		['update artist set avatar_media_id = $1 where artist_id = $2', [rose, monthly.artistIds[0]]],
		['update news set cover_media_id = $1, cover_alt = $2 where news_id = $3', [plum, 'A stage', newsId]],
	];
	for (const [text, values] of statements) await owner.query({ text, values });
}
