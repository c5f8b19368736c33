/** The sections of the console in their groups, as the navigation and the search show them. */
import { useLingui } from '@lingui/react/macro';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { paths } from '../paths.ts';
import type { ConsoleIconName } from './elements/console-icon.tsx';
import { useMay } from './session/operator.tsx';

export interface Section {
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
