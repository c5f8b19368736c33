/** Builds every URL of the site from the table of pages. Pages and features ask here and write none themselves. */
import { type PagePattern, pages } from '#contract/pages.ts';
import type { ListedArtist, RankingType } from '#contract/rankings.ts';

export const LEADERBOARD_ORIGIN = 'LeaderBoard';
export const HOME_ORIGIN = 'home';
/** Query of Edit Profile: the fan was about to delete the account. */
export const LEAVING = 'leaving';
/** Query of My artist: the signed token of a notification, which turns its kind off. */
export const OFF_QUERY = 'off';
/** Query of a page that opens the vote for this artist, for fans who come back from log-in or payment. */
export const VOTE_QUERY = 'vote';

/** Query beside it: the number of votes that the fan had typed. */
export const VOTES_QUERY = 'votes';

export const paths = {
	...pages,
	/** Edit Profile, where the deletion continues after another sign-in. */
	leaving: `${pages.editProfile}?${LEAVING}=1`,
	register: (ssoType?: string) => `${pages.register}${query({ sso_type: ssoType })}`,
	leaderboard: (search: { mainTab?: string; keyword?: string; vote?: number } = {}) =>
		`${pages.leaderboard}${query({ main_tab: search.mainTab, keyword: search.keyword, [VOTE_QUERY]: search.vote?.toString() })}`,
	/** `votable` is false for charts other than the current monthly one, for champions and in the break stage. */
	artist: (artistId: number, from: typeof HOME_ORIGIN | typeof LEADERBOARD_ORIGIN, votable = true) =>
		`${fill(pages.artist, artistId)}${query({ from, isVote: votable ? '0' : '1' })}`,
	/** An artist's page for those who get the link: it offers a vote and leads back to the charts. */
	sharedArtist: (artistId: number, votedIn?: string) => `${fill(pages.artist, artistId)}${query({ voted: votedIn })}`,
	/** A chart; with the picture of a vote for one of its entries if the fan shares that. */
	sharedChart: (mainTab?: string, votedFor?: number) =>
		`${pages.leaderboard}${query({ main_tab: mainTab, voted: votedFor?.toString() })}`,
	champions: (mainTab: string) => `${pages.leaderboard}${query({ main_tab: mainTab, sub_tab: 'champion' })}`,
	voteOnArtist: (artistId: number, from: string | null) =>
		`${fill(pages.artist, artistId)}${query({ from: from ?? undefined, isVote: '0', [VOTE_QUERY]: String(artistId) })}`,
	/** The path of a vote with the number of votes that the fan had typed. It fits another browser too. */
	withVotes: (votePath: string, votes: string) => `${votePath}&${VOTES_QUERY}=${votes}`,
	/** The champions of a tab, with the picture of one result. */
	sharedResult: (mainTab: string, rankingKey: string) =>
		`${pages.leaderboard}${query({ main_tab: mainTab, sub_tab: 'champion', ended: rankingKey })}`,
	newsOf: (category?: string) => `${pages.news}${query({ category })}`,
	article: (newsId: number) => fill(pages.article, newsId),
	paymentOf: (tradeNo: string) => fill(pages.payment, tradeNo),
	paidOrder: (tradeNo: string) => `${pages.paySuccess}${query({ trade_no: tradeNo })}`,
};

interface Listing {
	type: RankingType | null;
	from: typeof HOME_ORIGIN | typeof LEADERBOARD_ORIGIN;
	votable?: boolean;
}

/** Null if there is no page to open: in music-type rankings, for songs, and for an artist hidden after the result. */
export const artistPath = (
	{ artist_id, kind, hidden }: Pick<ListedArtist, 'artist_id' | 'kind' | 'hidden'>,
	{ type, from, votable = true }: Listing,
): string | null => (type === 'theme' || kind === 'song' || hidden ? null : paths.artist(artist_id, from, votable));

/** Navigation state for /login, so that a fan returns to the page where they were. */
export interface WayBack {
	from: string;
	artist?: string;
	/** True if the fan did not log out: the session has ended. */
	ended?: boolean;
	/** True if a sign-in came back in another browser than it began in. */
	again?: boolean;
}

const fill = (pattern: PagePattern, value: string | number): string => pattern.replace(/:\w+/, () => String(value));

function query(values: Record<string, string | undefined>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
	const text = search.toString();
	return text === '' ? '' : `?${text}`;
}
