/** What a share picture says. It holds no personal data. */
import type { ListedArtist } from '#contract/rankings.ts';
import { readArtist } from '#server/artists/artists.ts';
import type { Db } from '#server/kernel/database.ts';
import { readNews } from '#server/news/news.ts';
import type { Boards, Build } from '#server/rankings/charts/boards.ts';
import { readSite } from '#server/site/site.ts';
import * as z from 'zod/mini';
import { idText, rankingKey } from '#contract/values/shapes.ts';
import { isLanguage, type Language } from '#contract/values/languages.ts';

export interface Fandom {
	color: string | null;
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
	portrait: string | null;
}

export interface Placed extends Singer {
	rank: number;
	tickets: number;
}

interface Shared {
	product: string;
	fandoms: Fandom[];
}

interface Standing {
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

const chartOf = ({ chart: { artist_list: list, ranking_config: ranking, total_tickets } }: Build) => ({
	title: ranking.title,
	final: ranking.stage === 'certified',
	leaders: list.slice(0, 3).map((one) => ({ ...singerOf(one), rank: one.rank, tickets: one.tickets })),
	tickets: total_tickets,
});

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

export type Subject =
	| { kind: 'site' }
	| { kind: 'artist'; artistId: number }
	| { kind: 'chart'; rankingKey: string }
	| { kind: 'vote'; rankingKey: string; artistId: number }
	| { kind: 'news'; newsId: number };

export interface Wanted {
	subject: Subject;
	language: Language;
	/** Names what the picture shows. Another version of the same subject is out of date. */
	version: string;
}

/** `/share/vote/monthly-2026-11.7.ko.3f9c….png` */
export const pathOf = ({ subject, language, version }: Wanted): string =>
	`/share/${keyOf(subject)}.${language}.${version}.png`;

export function keyOf(subject: Subject): string {
	if (subject.kind === 'artist') return `artist/${subject.artistId}`;
	if (subject.kind === 'chart') return `chart/${subject.rankingKey}`;
	if (subject.kind === 'vote') return `vote/${subject.rankingKey}.${subject.artistId}`;
	return subject.kind === 'news' ? `news/${subject.newsId}` : 'site/hall';
}

const VERSION = /^[0-9a-f]{16}$/;

/** Reads the two last parts of an address. Returns null for every name that is not exactly one of ours. */
export function readPath(kind: string, file: string): Wanted | null {
	const parts = file.split('.');
	const [version, end] = parts.slice(-2);
	const language = parts.at(-3);
	if (end !== 'png' || !VERSION.test(version ?? '') || !isLanguage(language)) return null;
	const subject = readSubject(kind, parts.slice(0, -3));
	const wanted = subject && { subject, language, version: version ?? '' };
	return wanted && pathOf(wanted) === `/share/${kind}/${file}` ? wanted : null;
}

function readSubject(kind: string, [first = '', second = '']: string[]): Subject | null {
	const id = (text: string) => z.safeParse(idText, text).data;
	const key = z.safeParse(rankingKey, first).data;
	const [firstId, secondId] = [id(first), id(second)];
	if (kind === 'site') return { kind };
	if (kind === 'artist') return firstId === undefined ? null : { kind, artistId: firstId };
	if (kind === 'news') return firstId === undefined ? null : { kind, newsId: firstId };
	if (kind === 'chart') return key === undefined ? null : { kind, rankingKey: key };
	if (kind !== 'vote' || key === undefined || secondId === undefined) return null;
	return { kind, rankingKey: key, artistId: secondId };
}
