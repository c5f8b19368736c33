/**
 * The words of the console's sections, and of the things that the audit trail names. A section's key is its address and
 * its icon; its name stands in the navigation, the search and the filter of the audit trail, its purpose below its heading.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { useMay } from './lib/session/operator.tsx';
import { pathOf, paths, type Section } from './paths.ts';

interface Words {
	name: MessageDescriptor;
	purpose: MessageDescriptor;
	/** Of a screen of one item that does not show the list. */
	onePurpose?: MessageDescriptor;
}

const words: Record<Section, Words> = {
	dashboard: {
		name: msg`Dashboard`,
		purpose: msg`What needs you now, and how votes, sales and sign-ups are going.`,
	},
	rankings: {
		name: msg`Rankings`,
		purpose: msg`Charts that fans vote in. Prepare a month as a draft, check it, then publish it.`,
	},
	artists: { name: msg`Artists`, purpose: msg`Everyone that fans can vote for: solo artists, groups and songs.` },
	votes: {
		name: msg`Votes`,
		purpose: msg`Where the votes of each ranking come from.`,
		onePurpose: msg`Look for fans, networks and hours with far more votes than the others, and open a case on them.`,
	},
	cases: {
		name: msg`Cases`,
		purpose: msg`Votes under review: open for objections first, then voided, or the case is dropped.`,
		onePurpose: msg`These votes are under review. See what voiding them would change, then decide.`,
	},
	voteLog: {
		name: msg`Vote log`,
		purpose: msg`Every vote of a ranking is written to its public log, where anybody can recount it.`,
	},
	incidents: {
		name: msg`Incidents`,
		purpose: msg`What fans read on the status page when something is wrong, and gems for votes that failed.`,
	},
	news: {
		name: msg`News`,
		purpose: msg`Articles and videos. Write a draft, preview it, then publish it now or at a time you choose.`,
	},
	newsCategories: { name: msg`News categories`, purpose: msg`Categories that fans filter the news by.` },
	banners: {
		name: msg`Banners`,
		purpose: msg`Pictures at the top of the home page, in the order of their position.`,
	},
	popUps: {
		name: msg`Pop-ups`,
		purpose: msg`One picture that fans see when they open the site, for as long as you choose.`,
	},
	views: {
		name: msg`Image pages`,
		purpose: msg`Pages of one picture, for guides and events. Link to them from a banner, a pop-up or an article.`,
	},
	entryCards: {
		name: msg`Home cards`,
		purpose: msg`Cards of the home page. Each leads to a ranking, and is a tab of the leaderboard.`,
	},
	goods: { name: msg`Gem packs`, purpose: msg`Packs of gems that fans buy in the store.` },
	orders: {
		name: msg`Orders`,
		purpose: msg`Find a payment, see what happened to it, and refund it.`,
		onePurpose: msg`What was bought and paid, where the gems went, and what a refund would take back.`,
	},
	fans: {
		name: msg`Fans`,
		purpose: msg`Find a fan to see their gems, votes and orders, and to help them.`,
		onePurpose: msg`Where this fan’s gems came from and went: every entry, vote and order.`,
	},
	checkIn: {
		name: msg`Check-in`,
		purpose: msg`Gems that fans get for coming back each day, and the rule that they read.`,
	},
	approvals: {
		name: msg`Approvals`,
		purpose: msg`Changes of results and roles, and large ones of gems and money, wait here for a second operator.`,
	},
	settings: {
		name: msg`Site settings`,
		purpose: msg`The name of the site, its time zone and links, and the price of a vote.`,
	},
	operators: {
		name: msg`Operators`,
		purpose: msg`People who may use the console, and what each of them may do.`,
	},
	audit: { name: msg`Audit trail`, purpose: msg`Every change in the console: who made it, when and why.` },
	passkeys: {
		name: msg`Passkeys`,
		purpose: msg`Passkeys sign you in, and confirm changes to money, roles and votes for five minutes. Keep two, in case you lose a device.`,
	},
};

const groups: [name: MessageDescriptor | null, sections: Exclude<Section, 'passkeys'>[]][] = [
	[null, ['dashboard']],
	[msg`Voting`, ['rankings', 'artists', 'votes', 'cases', 'voteLog', 'incidents']],
	[msg`Content`, ['news', 'newsCategories', 'banners', 'popUps', 'views', 'entryCards']],
	[msg`Store`, ['goods', 'orders']],
	[msg`Fans`, ['fans', 'checkIn']],
	[msg`Admin`, ['approvals', 'settings', 'operators', 'audit']],
];

/** Returns the sections that the operator may read, in the groups of the navigation. The first has no name. */
export function useSections() {
	const { _ } = useLingui();
	const may = useMay();
	return groups.map(([name, sections]) => ({
		name: name && _(name),
		sections: sections
			.filter((section) => section !== 'operators' || may(getOperators))
			.map((section) => ({ section, to: pathOf(section), name: _(words[section].name) })),
	}));
}

/** Returns the purpose of the screen that is open; null where the address has no screen. */
export function usePurpose(): string | null {
	const { _ } = useLingui();
	const [, path = '', id] = useLocation().pathname.split('/');
	const section = (Object.keys(words) as Section[]).find((one) => pathOf(one) === `/${path}`);
	if (!section) return null;
	const { purpose, onePurpose = purpose } = words[section];
	return _(id === undefined ? purpose : onePurpose);
}

/** What the audit trail names as `noun:id`: its text, the section that shows it, and whether it has a page there. */
const things: Record<string, [text: (id: string) => MessageDescriptor, section?: Section, hasPage?: 'page']> = {
	ranking: [(id) => msg`ranking ${id}`, 'rankings', 'page'],
	artist: [(id) => msg`artist ${id}`, 'artists', 'page'],
	case: [(id) => msg`case ${id}`, 'cases', 'page'],
	incident: [(id) => msg`incident ${id}`, 'incidents', 'page'],
	news: [(id) => msg`article ${id}`, 'news', 'page'],
	category: [(id) => msg`news category ${id}`, 'newsCategories', 'page'],
	banner: [(id) => msg`banner ${id}`, 'banners', 'page'],
	pop_up: [(id) => msg`pop-up ${id}`, 'popUps', 'page'],
	view: [(id) => msg`image page ${id}`, 'views', 'page'],
	entry_cards: [() => msg`the home cards`, 'entryCards'],
	goods: [(id) => msg`gem pack ${id}`, 'goods', 'page'],
	order: [(id) => msg`order ${id}`, 'orders', 'page'],
	fan: [(id) => msg`fan ${id}`, 'fans', 'page'],
	check_in: [() => msg`the check-in`, 'checkIn'],
	approval: [() => msg`a request`, 'approvals'],
	settings: [() => msg`the site settings`, 'settings'],
	operator: [(id) => msg`operator ${id}`, 'operators'],
	passkey: [() => msg`a passkey`, 'passkeys'],
	// No actions are named after these.
	votes: [(id) => msg`the top fans of ${id}`, 'votes', 'page'],
	invitation: [(id) => msg`invitation ${id}`, 'operators'],
	fans: [() => msg`fans`, 'fans'],
	orders: [() => msg`orders`, 'orders'],
	artists: [() => msg`artists`, 'artists'],
	audit: [() => msg`the audit trail`, 'audit'],
	media: [() => msg`a picture`],
};

/** Returns what a target of the audit trail is called, and where it is shown. */
export function useThing(): (target: string, name: string | null) => { text: string; to: string | undefined } {
	const { _ } = useLingui();
	return (target, name) => {
		const [noun = '', id = ''] = target.split(/:(.*)/s);
		const [text, section, hasPage] = things[noun] ?? [];
		return {
			text: name ?? (text ? _(text(id)) : target.replace(':', ' ')),
			to: section && (hasPage ? paths.one(section, id) : pathOf(section)),
		};
	};
}

const NAMED_LAST = Object.keys(things).indexOf('passkey');

/** Kinds of things with the names of their sections, as the audit trail is filtered. */
export function useThingKinds(): [kind: string, name: string][] {
	const { _ } = useLingui();
	const named = Object.entries(things).slice(0, NAMED_LAST + 1);
	return [
		...named.map(([kind, [, section]]): [string, string] => [kind, section ? _(words[section].name) : kind]),
		['translation', _(msg`Translations`)],
	];
}
