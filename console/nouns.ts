/** The console's sections, described once. A section's key is its address, its page's file (`popUps`: `pop-ups`) and its icon. */

export interface Noun {
	/** In the navigation, the search and the filter of the audit trail. */
	name: string;
	/** One screen. The others are lists: a second part of the address is the open item. */
	single?: true;
	/** What the audit trail names as `noun:id`, in words with the id as `#`. */
	thing?: readonly [noun: string, text: string];
}

/** In the order of the navigation, where `top` has no heading. What is one's own is in another place. */
export const groups = { top: null, voting: 'Voting', content: 'Content', store: 'Store', fans: 'Fans', admin: 'Admin' };

const described = {
	top: {
		dashboard: { name: 'Dashboard', single: true },
		approvals: { name: 'Approvals', single: true, thing: ['approval', 'a request'] },
		report: { name: 'Report', single: true },
		calendar: { name: 'Calendar', single: true },
	},
	voting: {
		rankings: { name: 'Rankings', thing: ['ranking', 'ranking #'] },
		artists: { name: 'Artists', thing: ['artist', 'artist #'] },
		votes: { name: 'Votes' },
		cases: { name: 'Cases', thing: ['case', 'case #'] },
		voteLog: { name: 'Vote log', single: true },
		incidents: { name: 'Incidents', thing: ['incident', 'incident #'] },
	},
	content: {
		news: { name: 'News', thing: ['news', 'article #'] },
		newsCategories: { name: 'News categories', thing: ['category', 'news category #'] },
		banners: { name: 'Banners', thing: ['banner', 'banner #'] },
		popUps: { name: 'Pop-ups', thing: ['pop_up', 'pop-up #'] },
		views: { name: 'Image pages', thing: ['view', 'image page #'] },
		entryCards: { name: 'Home cards', single: true, thing: ['entry_cards', 'the home cards'] },
	},
	store: {
		goods: { name: 'Gem packs', thing: ['goods', 'gem pack #'] },
		orders: { name: 'Orders', thing: ['order', 'order #'] },
	},
	fans: {
		fans: { name: 'Fans', thing: ['fan', 'fan #'] },
		checkIn: { name: 'Check-in', single: true, thing: ['check_in', 'the check-in'] },
	},
	admin: {
		settings: { name: 'Site settings', single: true, thing: ['settings', 'the site settings'] },
		operators: { name: 'Operators', single: true, thing: ['operator', 'operator #'] },
		audit: { name: 'Audit trail', single: true },
	},
	own: { passkeys: { name: 'Passkeys', single: true, thing: ['passkey', 'a passkey'] } },
} satisfies Record<string, Record<string, Noun>>;

type Described = typeof described;
export type Section = { [Group in keyof Described]: keyof Described[Group] }[keyof Described];
export const nouns = Object.assign({}, ...Object.values(described)) as Readonly<Record<Section, Noun>>;
export const sections = Object.keys(nouns) as Section[];
export const sectionsOf = (group: keyof typeof groups) => Object.keys(described[group]) as Section[];

/** Below the heading: of the list, and of a screen of one item that does not show the list, if that says something else. */
export const purposes: Record<Section, string | readonly [list: string, one: string]> = {
	dashboard: 'What needs you now, and how votes, sales and sign-ups are going.',
	approvals: 'Changes of results and roles, and large ones of gems and money, wait here for a second operator.',
	report: 'What a week or a month brought, against the one before.',
	calendar: 'What begins and ends this month: rankings, articles, banners and pop-ups.',
	rankings: 'Charts that fans vote in. Prepare a month as a draft, check it, then publish it.',
	artists: 'Everyone that fans can vote for: solo artists, groups and songs.',
	votes: [
		'Where the votes of each ranking come from.',
		'Look for fans, networks and hours with far more votes than the others, and open a case on them.',
	],
	cases: [
		'Votes under review: open for objections first, then voided, or the case is dropped.',
		'These votes are under review. See what voiding them would change, then decide.',
	],
	voteLog: 'Every vote of a ranking is written to its public log, where anybody can recount it.',
	incidents: 'What fans read on the status page when something is wrong, and gems for votes that failed.',
	news: 'Articles and videos. Write a draft, preview it, then publish it now or at a time you choose.',
	newsCategories: 'Categories that fans filter the news by.',
	banners: 'Pictures at the top of the home page, in the order of their position.',
	popUps: 'One picture that fans see when they open the site, for as long as you choose.',
	views: 'Pages of one picture, for guides and events. Link to them from a banner, a pop-up or an article.',
	entryCards: 'Cards of the home page. Each leads to a ranking, and is a tab of the leaderboard.',
	goods: 'Packs of gems that fans buy in the store.',
	orders: [
		'Find a payment, see what happened to it, and refund it.',
		'What was bought and paid, where the gems went, and what a refund would take back.',
	],
	fans: [
		'Find a fan to see their gems, votes and orders, and to help them.',
		'Where this fan’s gems came from and went: every entry, vote and order.',
	],
	checkIn: 'Gems that fans get for coming back each day, and the rule that they read.',
	settings: 'The name of the site, its time zone and links, and the price of a vote.',
	operators: 'People who may use the console, and what each of them may do.',
	audit: 'Every change in the console: who made it, when and why.',
	passkeys:
		'Passkeys sign you in, and confirm changes to money, roles and votes for five minutes. Keep two, in case you lose a device.',
};

/** What the audit trail names, and no action is named after. */
export const otherThings: Record<string, [text: string, section?: Section]> = {
	votes: ['the top fans of #', 'votes'],
	invitation: ['invitation #', 'operators'],
	fans: ['fans', 'fans'],
	orders: ['orders', 'orders'],
	artists: ['artists', 'artists'],
	audit: ['the audit trail', 'audit'],
	alerts: ['the alerts', 'settings'],
	media: ['a picture'],
};

export const BASE = '/console';

/** `entryCards` is at `/entry-cards`. */
export const pathOf = (section: Section): string => (section === 'dashboard' ? '/' : `/${nameOf(section)}`);

/** As in addresses and file names. */
export const nameOf = (section: Section): string =>
	section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The id in the path of an editor beside its list. `new` opens an empty editor. */
export const NEW = 'new';

export const paths = {
	...(Object.fromEntries(sections.map((section) => [section, pathOf(section)])) as Record<Section, string>),
	one: (section: Section, id: string | number) => `${pathOf(section)}/${encodeURIComponent(id)}`,
	auditBy: (operatorId: number) =>
		`${pathOf('audit')}?${new URLSearchParams({ operator: String(operatorId) }).toString()}`,
	auditOf: (target: string) => `${pathOf('audit')}?${new URLSearchParams({ target }).toString()}`,
};
