/** What a share picture says. It holds no personal data. */
import type { ListedArtist } from '#contract/rankings.ts';
import { readArtist } from '#server/artists/artists.ts';
import type { Db } from '#server/kernel/database.ts';
import { readNews } from '#server/news/news.ts';
import type { Boards, Build } from '#server/rankings/charts/boards.ts';
import { readSite } from '#server/site/site.ts';
import type { Subject } from './subject.ts';

export interface Fandom {
	/** `#RRGGBB`, or null if the artist has none. */
	color: string | null;
	/** Part of the hall, in thousandths. */
	share: number;
}

export type Gap =
	| { kind: 'leads'; tickets: number }
	| { kind: 'behind'; tickets: number; rank: number }
	| { kind: 'level'; rank: number };

export interface Singer {
	name: string;
	nativeName: string | null;
	nativeLang: string | null;
	color: string | null;
	/** Address of the portrait in the picture store. */
	portrait: string | null;
}

export interface Placed extends Singer {
	rank: number;
	tickets: number;
}

export interface Shared {
	product: string;
	/** The hall of the chart: one block per fandom, the leader first. */
	fandoms: Fandom[];
}

export interface Standing {
	singer: Singer;
	/** Title of the chart, and the place in it. Null if it does not list the artist. */
	chart: string | null;
	rank: number | null;
	tickets: number;
	gap: Gap | null;
}

export type Facts = Shared &
	(
		| ({ kind: 'artist' } & Standing)
		| ({ kind: 'vote' } & Standing)
		| { kind: 'chart'; title: string; final: boolean; leaders: Placed[]; tickets: number }
		| { kind: 'news'; title: string; cover: string | null }
		| { kind: 'site' }
	);

export type FactsOf<Kind extends Facts['kind']> = Extract<Facts, { kind: Kind }>;

/** Returns null if there is nothing to show: an unknown artist, chart or article, or an artist whom the chart lacks. */
export async function readFacts(db: Db, boards: Boards, subject: Subject): Promise<Facts | null> {
	const site = await readSite(db, boards);
	const key = 'rankingKey' in subject ? subject.rankingKey : site.current_monthly_rank_key;
	const build = key === null ? null : await boards.read(key);
	const shared: Shared = { product: site.product, fandoms: build ? fandomsOf(build.chart.artist_list) : [] };
	if (subject.kind === 'site') return { ...shared, kind: 'site' };
	if (subject.kind === 'news') {
		const news = await readNews(db, subject.newsId);
		return news && { ...shared, kind: 'news', title: news.title, cover: news.cover_url };
	}
	if (subject.kind === 'chart') return build && { ...shared, kind: 'chart', ...chartOf(build) };
	const listed = build?.chart.artist_list.find(({ artist_id }) => artist_id === subject.artistId);
	if (build && listed) {
		const standing = { chart: build.chart.ranking_config.title, rank: listed.rank, tickets: listed.tickets };
		return { ...shared, kind: subject.kind, singer: singerOf(listed), ...standing, gap: gapOf(build, listed) };
	}
	if (subject.kind === 'vote') return null;
	const found = await readArtist(db, boards, subject.artistId);
	const alone = { chart: null, rank: null, tickets: 0, gap: null };
	return found && { ...shared, kind: 'artist', singer: singerOf(found.artist), ...alone };
}

function chartOf({ chart: { artist_list: list, ranking_config: ranking, total_tickets } }: Build) {
	return {
		title: ranking.title,
		final: ranking.stage === 'certified',
		leaders: list.slice(0, 3).map((one) => ({ ...singerOf(one), rank: one.rank, tickets: one.tickets })),
		tickets: total_tickets,
	};
}

type Named = Pick<ListedArtist, 'en_name' | 'native_name' | 'native_lang' | 'fan_color' | 'avatar_url'>;

function singerOf({ en_name, native_name, native_lang, fan_color, avatar_url }: Named): Singer {
	const native = native_name === en_name ? null : native_name;
	return { name: en_name, nativeName: native, nativeLang: native_lang, color: fan_color, portrait: avatar_url };
}

/** The gap as the chart shows it: to the rank above or, for the leader, to the second. */
function gapOf({ chart: { artist_list: list } }: Build, { rank, tickets }: ListedArtist): Gap | null {
	const rival = list[rank === 1 ? 1 : rank - 2];
	if (!rival) return null;
	if (rival.tickets === tickets) return { kind: 'level', rank: rival.rank };
	if (rank === 1) return { kind: 'leads', tickets: tickets - rival.tickets };
	return { kind: 'behind', tickets: rival.tickets - tickets, rank: rival.rank };
}

/** More colors cannot be told apart. */
const FANDOMS_MAX = 24;

function fandomsOf(list: readonly ListedArtist[]): Fandom[] {
	const total = list.reduce((sum, { tickets }) => sum + tickets, 0);
	return list.slice(0, FANDOMS_MAX).map(({ fan_color, tickets }) => ({
		color: fan_color,
		share: total > 0 ? Math.round((tickets / total) * 1_000) : 1,
	}));
}
