/** Defines every URL of the console, below /console. Pages and features build none themselves. */

export const BASE = '/console';

export const routes = {
	dashboard: '/',
	rankings: '/rankings',
	entryCards: '/entry-cards',
	artists: '/artists',
	news: '/news',
	newsCategories: '/news-categories',
	banners: '/banners',
	popUps: '/pop-ups',
	views: '/views',
	goods: '/goods',
	checkIn: '/check-in',
	votes: '/votes',
	cases: '/cases',
	voteLog: '/vote-log',
	incidents: '/incidents',
	fans: '/fans',
	orders: '/orders',
	approvals: '/approvals',
	settings: '/settings',
	operators: '/operators',
	audit: '/audit',
	passkeys: '/passkeys',
} as const;

/** The id in the path of an editor beside its list. `new` opens an empty editor. */
export const NEW = 'new';

export const paths = {
	...routes,
	one: (list: keyof typeof routes, id: string | number) => `${routes[list]}/${encodeURIComponent(id)}`,
	auditBy: (operatorId: number) =>
		`${routes.audit}?${new URLSearchParams({ operator: String(operatorId) }).toString()}`,
	auditOf: (target: string) => `${routes.audit}?${new URLSearchParams({ target }).toString()}`,
};
