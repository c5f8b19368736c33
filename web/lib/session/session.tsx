/** The session of this browser: anonymous until the current user is loaded. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { logOut, type User } from '#contract/accounts.ts';
import { paths, type WayBack } from '../../paths.ts';
import { call, whenSessionEnds } from '../api/call.ts';
import { onTokenChange, removeToken, storedToken, storeToken } from '../api/token.ts';
import { fetchMe, meQuery } from './get-me.ts';

export interface Session {
	/** Null for visitors. A new user (`is_new_user`) still has to register. */
	user: User | null;
	/** Stores the token and loads who it belongs to; null when the server does not know it. Rejects with a `Problem`. */
	signIn: (token: string) => Promise<User | null>;
	/** Clears the session here and on the server; the caller decides where to go. */
	signOut: () => void;
	/** Reads the user again, after something changed them. */
	refresh: () => Promise<void>;
	/** Puts a changed user or balance in place without asking the server. */
	update: (changed: Partial<User>) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
	const session = useContext(SessionContext);
	if (!session) throw new Error('useSession needs a SessionProvider above it');
	return session;
}

/** Holds back what is below until the stored token was looked up, whatever came of it. */
export function SessionProvider({ splash, children }: { splash: ReactNode; children: ReactNode }) {
	const client = useQueryClient();
	const { data, isPending } = useQuery(meQuery);
	useSessionEnd();
	useEffect(() => onTokenChange(() => void client.invalidateQueries({ queryKey: meQuery.queryKey })), [client]);
	const user = data ?? null;
	const session = useMemo<Session>(
		() => ({
			user,
			signIn: async (token) => {
				const before = storedToken();
				storeToken(token);
				const signedIn = await fetchMe();
				client.setQueryData(meQuery.queryKey, signedIn);
				// The pages hear of it in a moment. Told in the middle of a navigation, React would empty the page that the fan
				// still looks at, instead of keeping it until the next one is there.
				await new Promise((resume) => setTimeout(resume));
				if (signedIn && before !== null && before !== token) endOnServer(before);
				return signedIn;
			},
			signOut: () => {
				endOnServer(storedToken());
				removeToken();
				client.setQueryData(meQuery.queryKey, null);
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

/** Handles a call that finds the token expired or revoked. */
function useSessionEnd(): void {
	const client = useQueryClient();
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	useEffect(() => {
		whenSessionEnds({
			// That one alone: what begins with the same word is read by calls that may have raised the doubt.
			lookAgain: () => void client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
			leave: () => {
				client.setQueryData(meQuery.queryKey, null);
				const state: WayBack = { from: pathname + search };
				void navigate(paths.login, { state });
			},
		});
	}, [client, navigate, pathname, search]);
}
