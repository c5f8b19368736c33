/** Navigation between the sections, in groups. */
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { type SectionGroup, useSections } from '../lib/sections.ts';
import { paths } from '../paths.ts';
import { WaitingBadge } from '../lib/approvals/waiting-badge.tsx';
import './sections.css';

export function Sections({ onChoose }: { onChoose?: () => void }) {
	const { t } = useLingui();
	return (
		<nav className="sections" aria-label={t`Sections`}>
			{useSections().map((group) => (
				<Group key={group.name ?? ''} group={group} onChoose={onChoose} />
			))}
		</nav>
	);
}

function Group({ group: { name, sections }, onChoose }: { group: SectionGroup; onChoose?: () => void }) {
	const heading = useId();
	return (
		<div>
			{name !== null && (
				<p id={heading} className="sections-heading">
					{name}
				</p>
			)}
			<ul aria-labelledby={name === null ? undefined : heading}>
				{sections.map(({ to, icon, name: section }) => (
					<li key={to}>
						<NavLink to={to} end={to === paths.dashboard} onClick={onChoose}>
							<ConsoleIcon name={icon} />
							{section}
							{to === paths.approvals && <WaitingBadge />}
						</NavLink>
					</li>
				))}
			</ul>
		</div>
	);
}
