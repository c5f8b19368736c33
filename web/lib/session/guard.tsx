import { type ReactNode, useCallback } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#ui/hydrated.ts';
import { paths, type WayBack } from '../../paths.ts';
import { keepVoteIntent } from '../votes/vote-intent.ts';
import { useSession, keptWayBack } from './session.tsx';

/** Route element around the guarded pages. Other visitors go to /login and return afterwards. The server renders `waiting`. */
export function SignedInOnly({ waiting }: { waiting: ReactNode }) {
	const { user } = useSession();
	const isKnown = useHydrated();
	const { pathname, search } = useLocation();
	if (!isKnown) return waiting;
	if (user && !user.is_new_user) return <Outlet />;
	// What the page that the guard is about to take away has kept.
	const state: WayBack = keptWayBack() ?? { from: pathname + search };
	return (
		<>
			{waiting}
			{user ? (
				<Navigate to={paths.register(user.register_platform)} replace />
			) : (
				<Navigate to={paths.login} state={state} replace />
			)}
		</>
	);
}

/**
 * For a single action on a public page, such as Vote: `if (!admit(from)) return;`.
 * Sends visitors to /login and unfinished registrations to /register.
 */
export function useAdmission(): (from: string, artist?: string) => boolean {
	const { user } = useSession();
	const navigate = useNavigate();
	const isFan = user !== null && !user.is_new_user;
	const next = user ? paths.register(user.register_platform) : paths.login;
	return useCallback(
		(from, artist) => {
			if (isFan) return true;
			const state: WayBack = { from, artist };
			// Registration ends on the home page, which offers the way back.
			if (artist !== undefined) keepVoteIntent({ path: from, artist });
			void navigate(next, { state });
			return false;
		},
		[navigate, isFan, next],
	);
}
