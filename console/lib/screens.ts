/** The sections of the console in their groups, as the navigation and the search show them. */
import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { paths, routes } from '../paths.ts';
import type { ConsoleIconName } from './elements/console-icon.tsx';
import { useMay } from './session/operator.tsx';

interface Section {
	to: string;
	icon: ConsoleIconName;
	name: string;
}

export interface SectionGroup {
	/** Null for the first one, which needs no heading. */
	name: string | null;
	sections: Section[];
}

/** Returns the sections that the operator may read. */
export function useSections(): SectionGroup[] {
	const { t } = useLingui();
	const may = useMay();
	const section = (to: string, icon: ConsoleIconName, name: string): Section => ({ to, icon, name });
	return [
		{ name: null, sections: [section(paths.dashboard, 'dashboard', t`Dashboard`)] },
		{
			name: t`Voting`,
			sections: [
				section(paths.rankings, 'rankings', t`Rankings`),
				section(paths.artists, 'artists', t`Artists`),
				section(paths.votes, 'votes', t`Votes`),
				section(paths.cases, 'cases', t`Cases`),
				section(paths.voteLog, 'log', t`Vote log`),
				section(paths.incidents, 'incidents', t`Incidents`),
			],
		},
		{
			name: t`Content`,
			sections: [
				section(paths.news, 'news', t`News`),
				section(paths.newsCategories, 'list', t`News categories`),
				section(paths.banners, 'pictures', t`Banners`),
				section(paths.popUps, 'popUp', t`Pop-ups`),
				section(paths.views, 'imagePage', t`Image pages`),
				section(paths.entryCards, 'homeCard', t`Home cards`),
			],
		},
		{
			name: t`Store`,
			sections: [section(paths.goods, 'bag', t`Gem packs`), section(paths.orders, 'orders', t`Orders`)],
		},
		{
			name: t`Fans`,
			sections: [section(paths.fans, 'fans', t`Fans`), section(paths.checkIn, 'calendar', t`Check-in`)],
		},
		{
			name: t`Admin`,
			sections: [
				section(paths.approvals, 'approvals', t`Approvals`),
				section(paths.settings, 'settings', t`Site settings`),
				...(may(getOperators) ? [section(paths.operators, 'operators', t`Operators`)] : []),
				section(paths.audit, 'trail', t`Audit trail`),
			],
		},
	];
}

type Screen = keyof typeof routes;

/** Returns the purpose of the screen that is open; null where the address has no screen. */
export function usePurpose(): string | null {
	const { t } = useLingui();
	const { pathname } = useLocation();
	const [, section = '', id] = pathname.split('/');
	const lists: Record<Screen, string> = {
		dashboard: t`What needs you now, and how votes, sales and sign-ups are going.`,
		rankings: t`Charts that fans vote in. Prepare a month as a draft, check it, then publish it.`,
		artists: t`Everyone that fans can vote for: solo artists, groups and songs.`,
		votes: t`Where the votes of each ranking come from.`,
		cases: t`Votes under review: open for objections first, then voided, or the case is dropped.`,
		voteLog: t`Every vote of a ranking is written to its public log, where anybody can recount it.`,
		incidents: t`What fans read on the status page when something is wrong, and gems for votes that failed.`,
		news: t`Articles and videos. Write a draft, preview it, then publish it now or at a time you choose.`,
		newsCategories: t`Categories that fans filter the news by.`,
		banners: t`Pictures at the top of the home page, in the order of their position.`,
		popUps: t`One picture that fans see when they open the site, for as long as you choose.`,
		views: t`Pages of one picture, for guides and events. Link to them from a banner, a pop-up or an article.`,
		entryCards: t`Cards of the home page. Each leads to a ranking, and is a tab of the leaderboard.`,
		goods: t`Packs of gems that fans buy in the store.`,
		orders: t`Find a payment, see what happened to it, and refund it.`,
		fans: t`Find a fan to see their gems, votes and orders, and to help them.`,
		checkIn: t`Gems that fans get for coming back each day, and the rule that they read.`,
		approvals: t`Changes of results and roles, and large ones of gems and money, wait here for a second operator.`,
		settings: t`The name of the site, its time zone and links, and the price of a vote.`,
		operators: t`People who may use the console, and what each of them may do.`,
		audit: t`Every change in the console: who made it, when and why.`,
		passkeys: t`Passkeys sign you in, and confirm changes to money, roles and votes for five minutes. Keep two, in case you lose a device.`,
	};
	/** Screens of one item that do not show the list. */
	const items: Partial<Record<Screen, string>> = {
		votes: t`Look for fans, networks and hours with far more votes than the others, and open a case on them.`,
		cases: t`These votes are under review. See what voiding them would change, then decide.`,
		orders: t`What was bought and paid, where the gems went, and what a refund would take back.`,
		fans: t`Where this fan’s gems came from and went: every entry, vote and order.`,
	};
	const screen = screenAt(`/${section}`);
	return screen && ((id === undefined ? null : items[screen]) ?? lists[screen]);
}

function screenAt(path: string): Screen | null {
	const names = Object.keys(routes).filter((name): name is Screen => name in routes);
	return names.find((name) => routes[name] === path) ?? null;
}
