/** The only table of the site's URLs; others are answered 404. Page `editProfile`: `web/pages/edit-profile.tsx`. */
export const pages = {
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
	myArtist: '/my-artist',
	transparency: '/transparency',
	terms: '/terms-of-service',
	privacy: '/privacy-policy',
	rewards: '/rank_rewards',
	view: '/views/:id',
} as const;

/** Is no page of the app: the server draws it whole, so that it works without script. */
export const STATUS_PATH = '/status';

export type PageName = keyof typeof pages;
export type PagePattern = (typeof pages)[PageName];

/** Returns true if a browser stays on the site there. Browsers read `//`, `/\\` and `/<tab>/` as another host. */
export function isLocalPath(path: unknown): path is string {
	if (typeof path !== 'string' || !path.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return false;
	// Resolve dots first: `/..//host` becomes `//host`.
	return !path.startsWith('//') && !new URL(path, 'http://site.invalid').pathname.startsWith('//');
}
