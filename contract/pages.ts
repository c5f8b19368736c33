/** The addresses of the site's pages: the server answers these with the page, and all others with status 404. */

export const pagePatterns = [
	'/',
	'/login',
	'/login-callback',
	'/register',
	'/leader-board',
	'/news',
	'/news/:news_id',
	'/artist/:artist_id',
	'/store',
	'/payment-method/:trade_no',
	'/pay-success',
	'/my-account',
	'/edit-profile',
	'/gem-records',
	'/my-votes',
	'/terms-of-service',
	'/privacy-policy',
	'/rank_rewards',
	'/views/:id',
] as const;

export type PagePattern = (typeof pagePatterns)[number];
