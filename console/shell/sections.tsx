/** Lists the sections of the console that the operator may read. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { ConsoleIcon, type ConsoleIconName } from '../lib/elements/console-icon.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { paths } from '../paths.ts';

export function Sections({ onChoose }: { onChoose?: () => void }) {
	const { t } = useLingui();
	const may = useMay();
	const section = (to: string, icon: ConsoleIconName, name: ReactNode) => (
		<NavLink to={to} end={to === paths.dashboard} onClick={onChoose}>
			<ConsoleIcon name={icon} />
			{name}
		</NavLink>
	);
	return (
		<nav className="sections" aria-label={t`Sections`}>
			{section(paths.dashboard, 'dashboard', <Trans>Dashboard</Trans>)}
			{section(paths.rankings, 'rankings', <Trans>Rankings</Trans>)}
			{section(paths.entryCards, 'goods', <Trans>Vote entry cards</Trans>)}
			{section(paths.artists, 'artists', <Trans>Artists</Trans>)}
			{section(paths.news, 'news', <Trans>News</Trans>)}
			{section(paths.newsCategories, 'list', <Trans>News categories</Trans>)}
			{section(paths.banners, 'pictures', <Trans>Banners</Trans>)}
			{section(paths.popUps, 'pictures', <Trans>Pop-ups</Trans>)}
			{section(paths.views, 'pictures', <Trans>Picture pages</Trans>)}
			{section(paths.goods, 'bag', <Trans>Goods</Trans>)}
			{section(paths.checkIn, 'calendar', <Trans>Check-in</Trans>)}
			{section(paths.votes, 'votes', <Trans>Votes</Trans>)}
			{section(paths.cases, 'cases', <Trans>Cases</Trans>)}
			{section(paths.voteLog, 'log', <Trans>Vote log</Trans>)}
			{section(paths.incidents, 'incidents', <Trans>Incidents</Trans>)}
			{section(paths.fans, 'fans', <Trans>Fans</Trans>)}
			{section(paths.orders, 'orders', <Trans>Orders</Trans>)}
			{section(paths.approvals, 'approvals', <Trans>Approvals</Trans>)}
			{section(paths.settings, 'settings', <Trans>Site settings</Trans>)}
			{may(getOperators) && section(paths.operators, 'operators', <Trans>Operators</Trans>)}
			{section(paths.audit, 'trail', <Trans>Audit trail</Trans>)}
		</nav>
	);
}
