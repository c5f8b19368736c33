/** The console's sections, described once. A section's key is its address, its page's file (`popUps`: `pop-ups`) and its icon. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface Noun {
	/** In the navigation, the search and the filter of the audit trail. */
	name: MessageDescriptor;
	/** Below the heading. */
	purpose: MessageDescriptor;
	/** Of a screen of one item that does not show the list. */
	onePurpose?: MessageDescriptor;
	group?: keyof typeof groups;
	/** One screen. The others are lists: a second part of the address is the open item. */
	single?: true;
	/** What the audit trail names as `noun:id`. */
	thing?: readonly [noun: string, text: (id: string) => MessageDescriptor];
}

/** In the order of the navigation. */
export const groups = {
	voting: msg`Voting`,
	content: msg`Content`,
	store: msg`Store`,
	fans: msg`Fans`,
	admin: msg`Admin`,
};

const described = {
	dashboard: {
		name: msg`Dashboard`,
		purpose: msg`What needs you now, and how votes, sales and sign-ups are going.`,
		single: true,
	},
	approvals: {
		name: msg`Approvals`,
		purpose: msg`Changes of results and roles, and large ones of gems and money, wait here for a second operator.`,
		single: true,
		thing: ['approval', () => msg`a request`],
	},
	report: {
		name: msg`Report`,
		purpose: msg`What a week or a month brought, against the one before.`,
		single: true,
	},
	calendar: {
		name: msg`Calendar`,
		purpose: msg`What begins and ends this month: rankings, articles, banners and pop-ups.`,
		single: true,
	},
	rankings: {
		name: msg`Rankings`,
		purpose: msg`Charts that fans vote in. Prepare a month as a draft, check it, then publish it.`,
		group: 'voting',
		thing: ['ranking', (id) => msg`ranking ${id}`],
	},
	artists: {
		name: msg`Artists`,
		purpose: msg`Everyone that fans can vote for: solo artists, groups and songs.`,
		group: 'voting',
		thing: ['artist', (id) => msg`artist ${id}`],
	},
	votes: {
		name: msg`Votes`,
		purpose: msg`Where the votes of each ranking come from.`,
		onePurpose: msg`Look for fans, networks and hours with far more votes than the others, and open a case on them.`,
		group: 'voting',
	},
	cases: {
		name: msg`Cases`,
		purpose: msg`Votes under review: open for objections first, then voided, or the case is dropped.`,
		onePurpose: msg`These votes are under review. See what voiding them would change, then decide.`,
		group: 'voting',
		thing: ['case', (id) => msg`case ${id}`],
	},
	voteLog: {
		name: msg`Vote log`,
		purpose: msg`Every vote of a ranking is written to its public log, where anybody can recount it.`,
		group: 'voting',
		single: true,
	},
	incidents: {
		name: msg`Incidents`,
		purpose: msg`What fans read on the status page when something is wrong, and gems for votes that failed.`,
		group: 'voting',
		thing: ['incident', (id) => msg`incident ${id}`],
	},
	news: {
		name: msg`News`,
		purpose: msg`Articles and videos. Write a draft, preview it, then publish it now or at a time you choose.`,
		group: 'content',
		thing: ['news', (id) => msg`article ${id}`],
	},
	newsCategories: {
		name: msg`News categories`,
		purpose: msg`Categories that fans filter the news by.`,
		group: 'content',
		thing: ['category', (id) => msg`news category ${id}`],
	},
	banners: {
		name: msg`Banners`,
		purpose: msg`Pictures at the top of the home page, in the order of their position.`,
		group: 'content',
		thing: ['banner', (id) => msg`banner ${id}`],
	},
	popUps: {
		name: msg`Pop-ups`,
		purpose: msg`One picture that fans see when they open the site, for as long as you choose.`,
		group: 'content',
		thing: ['pop_up', (id) => msg`pop-up ${id}`],
	},
	views: {
		name: msg`Image pages`,
		purpose: msg`Pages of one picture, for guides and events. Link to them from a banner, a pop-up or an article.`,
		group: 'content',
		thing: ['view', (id) => msg`image page ${id}`],
	},
	entryCards: {
		name: msg`Home cards`,
		purpose: msg`Cards of the home page. Each leads to a ranking, and is a tab of the leaderboard.`,
		group: 'content',
		single: true,
		thing: ['entry_cards', () => msg`the home cards`],
	},
	goods: {
		name: msg`Gem packs`,
		purpose: msg`Packs of gems that fans buy in the store.`,
		group: 'store',
		thing: ['goods', (id) => msg`gem pack ${id}`],
	},
	orders: {
		name: msg`Orders`,
		purpose: msg`Find a payment, see what happened to it, and refund it.`,
		onePurpose: msg`What was bought and paid, where the gems went, and what a refund would take back.`,
		group: 'store',
		thing: ['order', (id) => msg`order ${id}`],
	},
	fans: {
		name: msg`Fans`,
		purpose: msg`Find a fan to see their gems, votes and orders, and to help them.`,
		onePurpose: msg`Where this fan’s gems came from and went: every entry, vote and order.`,
		group: 'fans',
		thing: ['fan', (id) => msg`fan ${id}`],
	},
	checkIn: {
		name: msg`Check-in`,
		purpose: msg`Gems that fans get for coming back each day, and the rule that they read.`,
		group: 'fans',
		single: true,
		thing: ['check_in', () => msg`the check-in`],
	},
	settings: {
		name: msg`Site settings`,
		purpose: msg`The name of the site, its time zone and links, and the price of a vote.`,
		group: 'admin',
		single: true,
		thing: ['settings', () => msg`the site settings`],
	},
	operators: {
		name: msg`Operators`,
		purpose: msg`People who may use the console, and what each of them may do.`,
		group: 'admin',
		single: true,
		thing: ['operator', (id) => msg`operator ${id}`],
	},
	audit: {
		name: msg`Audit trail`,
		purpose: msg`Every change in the console: who made it, when and why.`,
		group: 'admin',
		single: true,
	},
	passkeys: {
		name: msg`Passkeys`,
		purpose: msg`Passkeys sign you in, and confirm changes to money, roles and votes for five minutes. Keep two, in case you lose a device.`,
		single: true,
		thing: ['passkey', () => msg`a passkey`],
	},
} satisfies Record<string, Noun>;

export type Section = keyof typeof described;
export const nouns: Readonly<Record<Section, Noun>> = described;
export const sections = Object.keys(described) as Section[];

/** What the audit trail names, and no action is named after. */
export const otherThings: Record<string, [text: (id: string) => MessageDescriptor, section?: Section]> = {
	votes: [(id) => msg`the top fans of ${id}`, 'votes'],
	invitation: [(id) => msg`invitation ${id}`, 'operators'],
	fans: [() => msg`fans`, 'fans'],
	orders: [() => msg`orders`, 'orders'],
	artists: [() => msg`artists`, 'artists'],
	audit: [() => msg`the audit trail`, 'audit'],
	alerts: [() => msg`the alerts`, 'settings'],
	media: [() => msg`a picture`],
};
