/** The session of this browser: anonymous until the current user is loaded. */
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { logOut, type User, getMe } from '#contract/accounts.ts';
import { Problem } from '#client/problem.ts';
import { paths, type WayBack } from '../../paths.ts';
import { call, whenSessionEnds } from '../api/call.ts';
import { onBalanceNews } from '../balance-news.ts';
import { onTokenChange, storedToken, storeToken } from '../api/token.ts';
import { forgetAccountFavorites } from '../favorites/kept-favorites.ts';

export interface Session {
	/** Null for visitors. A new user (`is_new_user`) still has to register. */
	user: User | null;
	/** Stores the token and loads its owner. Null if the server does not know the token. Rejects with a `Problem`. */
	signIn: (token: string) => Promise<User | null>;
	/** Clears the session here and on the server; the caller decides where to go. */
	signOut: () => void;
	refresh: () => Promise<void>;
	/** Updates the user or the balance without a request. */
	update: (changed: Partial<User>) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
	const session = useContext(SessionContext);
	if (!session) throw new Error('useSession needs a SessionProvider above it');
	return session;
}

/** Renders its children only after the stored token was looked up, whatever the result. */
export function SessionProvider({ splash, children }: { splash: ReactNode; children: ReactNode }) {
	const client = useQueryClient();
	const { data, isPending } = useQuery(meQuery);
	useSessionEnd();
	useEffect(() => onTokenChange(() => void client.invalidateQueries({ queryKey: meQuery.queryKey })), [client]);
	useEffect(() => onBalanceNews(() => void client.invalidateQueries({ queryKey: meQuery.queryKey })), [client]);
	const user = data ?? null;
	const session = useMemo<Session>(
		() => ({
			user,
			signIn: async (token) => {
				const before = storedToken();
				storeToken(token);
				const signedIn = await fetchMe();
				client.setQueryData(meQuery.queryKey, signedIn);
				// Update the pages a moment later. During a navigation, React would empty the page that the fan still
				// sees, instead of keeping it until the next one is ready.
				await new Promise((resume) => setTimeout(resume));
				if (signedIn && before !== null && before !== token) endOnServer(before);
				return signedIn;
			},
			signOut: () => {
				endOnServer(storedToken());
				storeToken(null);
				forgetAccountFavorites();
				client.setQueryData(meQuery.queryKey, null);
				client.removeQueries({ queryKey: ['favorites'] });
			},
			refresh: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
			update: (changed) =>
				client.setQueryData(meQuery.queryKey, (present) => (present ? { ...present, ...changed } : present)),
		}),
		[client, user],
	);
	return <SessionContext value={session}>{isPending ? splash : children}</SessionContext>;
}

/** Revokes the token on the server. The browser has already forgotten it. If the call fails, the token expires. */
function endOnServer(token: string | null): void {
	call(logOut, {}, { token }).catch((error: unknown) => console.warn('Log-out was not confirmed:', error));
}

function useSessionEnd(): void {
	const client = useQueryClient();
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	useEffect(() => {
		whenSessionEnds({
			// Only this query: queries with the same first key belong to calls that may have reported the 401.
			lookAgain: () => void client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
			leave: () => {
				client.setQueryData(meQuery.queryKey, null);
				const state: WayBack = { from: pathname + search };
				void navigate(paths.login, { state });
			},
		});
	}, [client, navigate, pathname, search]);
}

const AGAIN_MS = 15_000;

const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => fetchMe(signal),
	// Known at once without a token: the first screen then waits for nothing, and is rendered only once.
	initialData: () => (storedToken() === null ? null : undefined),
	staleTime: 60_000,
	// The page waits for the first attempt; a second one would only make it wait longer.
	retry: false,
	// Offline it fails at once, instead of waiting for the network: the page is then shown without a fan.
	networkMode: 'always',
	// A failure leaves the visitor anonymous, as the specification says, but not for longer than the failure lasts.
	refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
});

/** With a dead token the visitor is anonymous. Any other failure rejects. In both cases the stored token is kept. */
async function fetchMe(signal?: AbortSignal): Promise<User | null> {
	if (storedToken() === null) return null;
	try {
		return await call(getMe, {}, { signal, asksWhoIsThere: true });
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== 401) throw error;
		return null;
	}
}
