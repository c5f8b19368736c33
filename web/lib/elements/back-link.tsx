import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { Link, useNavigate, useLocation } from 'react-router';
import { Icon } from '#ui/icons.tsx';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
	const navigate = useNavigate();
	// A fan who came from there finds it as it was: its search, its tab, its scroll position.
	function back(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey || !cameFrom(to)) return;
		event.preventDefault();
		void navigate(-1);
	}
	return (
		<Link className="back-link hovers target muted semibold gap-2" to={to} onClick={back}>
			<Icon name="left" />
			{children}
		</Link>
	);
}

/** Path by the index that React Router gives an entry of the browser's history. A reload forgets them. */
const visited = new Map<number, string>();

export function useVisitedPaths(): void {
	const { pathname } = useLocation();
	useEffect(() => void visited.set(historyIndex(), pathname), [pathname]);
}

const cameFrom = (path: string): boolean => visited.get(historyIndex() - 1) === path;

function historyIndex(): number {
	const state = window.history.state as { idx?: number } | null;
	return state?.idx ?? 0;
}
