/** Every URL of the site. Pages and features ask here and write none themselves. */

export const LEADERBOARD_ORIGIN = 'LeaderBoard';
export const HOME_ORIGIN = 'home';
/** In the query of Edit Profile: the fan was about to delete the account. */
export const LEAVING = 'leaving';

export const routes = {
	home: '/',
	login: '/login',
	loginCallback: '/login-callback',
	register: '/register',
	leaderboard: '/leader-board',
	news: '/news',
	article: '/news/:news_id',
	artist: '/artist/:artist_id',
	store: '/store',
	payment: '/payment-method/:trade_no',
	paySuccess: '/pay-success',
	account: '/my-account',
	editProfile: '/edit-profile',
	gemRecords: '/gem-records',
	myVotes: '/my-votes',
	terms: '/terms-of-service',
	privacy: '/privacy-policy',
	rewards: '/rank_rewards',
	view: '/views/:id',
} as const;

export const paths = {
	...routes,
	/** Edit Profile, where the deletion goes on after another sign-in. */
	leaving: `${routes.editProfile}?${LEAVING}=1`,
	register: (ssoType?: string) => `${routes.register}${query({ sso_type: ssoType })}`,
	leaderboard: (search: { mainTab?: string; keyword?: string } = {}) =>
		`${routes.leaderboard}${query({ main_tab: search.mainTab, keyword: search.keyword })}`,
	/** `votable` is false where the page must not offer a vote: other charts than the current monthly, champions, break stage. */
	artist: (artistId: number, from: typeof HOME_ORIGIN | typeof LEADERBOARD_ORIGIN, votable = true) =>
		`/artist/${artistId}${query({ from, isVote: votable ? '0' : '1' })}`,
	newsOf: (category?: string) => `${routes.news}${query({ category })}`,
	article: (newsId: number) => `/news/${newsId}`,
	paymentOf: (tradeNo: string) => `/payment-method/${tradeNo}`,
	paidOrder: (tradeNo: string) => `${routes.paySuccess}${query({ trade_no: tradeNo })}`,
};

/** What goes into the navigation state on the way to /login, so that a fan comes back to where they were. */
export interface WayBack {
	from: string;
}

/** A path of our own site, never another's: `//host` and `/\host` leave it in some browsers. */
export function isLocalPath(path: unknown): path is string {
	return typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/[\p{Cc}]/u.test(path);
}

function query(values: Record<string, string | undefined>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
	const text = search.toString();
	return text === '' ? '' : `?${text}`;
}
