import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import { cameFrom } from '../visited-paths.ts';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
	const navigate = useNavigate();
	// A fan who came from there finds it as it was: its search, its tab, its scroll position.
	function back(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey || !cameFrom(to)) return;
		event.preventDefault();
		void navigate(-1);
	}
	return (
		<Link className="back-link" to={to} onClick={back}>
			<Icon name="left" />
			{children}
		</Link>
	);
}
