/** The back link on top of a page. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import './back-link.css';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link className="back-link" to={to}>
			<Icon name="left" />
			{children}
		</Link>
	);
}
