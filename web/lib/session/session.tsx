import { type QueryClient, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useCallback } from 'react';
import { useLocation, useNavigate, Navigate, Outlet } from 'react-router';
import { logOut, type User, getMe } from '#contract/accounts.ts';
import { isRefusal } from '#client/call.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { paths, type WayBack } from '../../paths.ts';
import { call, type CallOptions, whenSessionEnds, onTokenChange, storedToken, storeToken } from '../api/call.ts';
import { onBalanceNews } from '../balance-news.ts';
import { forgetAccountFavorites } from '../favorites/kept-favorites.ts';
import { keepVoteIntent } from '../votes/vote-intent.ts';

/** The user, with the token by which the server named them: another tab may have stored another one since. */
export interface SignedInUser extends User {
	token: string;
}

interface Session {
	/** Null for visitors. A new user (`is_new_user`) still has to register. */
	user: SignedInUser | null;
	signOut: () => void;
	refresh: () => Promise<void>;
	/** Changes nothing if `changed` names a fan who is not here any more. */
	update: (changed: Partial<User>) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
	const session = useContext(SessionContext);
	if (!session) throw new Error('useSession needs a SessionProvider above it');
	return session;
}

/** The name of the account that is signed in and registered. Null for everybody else. */
export function useFan(): string | null {
	const { user } = useSession();
	return user && !user.is_new_user ? user.fan : null;
}

/** web/main.tsx looks up a stored token before it renders. The HTML of the server is nobody's, so the fan is there just after it. */
export function SessionProvider({ children }: { children: ReactNode }) {
	const client = useQueryClient();
	const { data, isPending } = useQuery(meQuery);
	const isKnown = useHydrated();
	useSessionEnd();
	useEffect(() => onTokenChange(() => void lookAgain(client)), [client]);
	useEffect(() => onBalanceNews(() => void client.invalidateQueries({ queryKey: meQuery.queryKey })), [client]);
	const user = isKnown && data ? data : null;
	// web/public/theme.js has hidden what is for visitors.
	useEffect(() => {
		if (isKnown) delete document.documentElement.dataset['session'];
	}, [isKnown]);
	useOwnReads(isPending || !isKnown ? undefined : (user?.fan ?? null));
	// They stay the same while the balance changes: whoever looks again once does so once.
	const steps = useMemo<Omit<Session, 'user'>>(
		() => ({
			signOut: () => {
				hasEnded = false;
				endOnServer(storedToken());
				storeToken(null);
				forgetAccountFavorites();
				client.setQueryData(meQuery.queryKey, null);
			},
			refresh: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
			update: (changed) =>
				client.setQueryData(meQuery.queryKey, (present) =>
					present && (changed.fan ?? present.fan) === present.fan ? { ...present, ...changed } : present,
				),
		}),
		[client],
	);
	const session = useMemo<Session>(() => ({ user, ...steps }), [user, steps]);
	return <SessionContext value={session}>{children}</SessionContext>;
}

/** Revokes the token on the server. The browser has already forgotten it. If the call fails, the token expires. */
export function endOnServer(token: string | null): void {
	call(logOut, {}, { token }).catch((error: unknown) => console.warn('Log-out was not confirmed:', error));
}

/** Only this query: queries with the same first key belong to calls that may have reported the 401. */
const lookAgain = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });

/** What is read for one fan, by its first key. The fan themself, `["me"]` alone, is read already. */
const OWN_READS = /^\["(me",|fav|check|push|order)/;

/** Drops what was read for the fan before. `fan` is null for a visitor, undefined until the first look-up has ended. */
function useOwnReads(fan: string | null | undefined): void {
	const client = useQueryClient();
	const before = useRef(fan);
	useEffect(() => {
		const former = before.current;
		before.current = fan;
		if (former === undefined || former === fan) return;
		void client.resetQueries({ predicate: ({ queryHash }) => OWN_READS.test(queryHash) });
	}, [client, fan]);
}

function useSessionEnd(): void {
	const client = useQueryClient();
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	useEffect(() => {
		whenSessionEnds({
			lookAgain: () => void lookAgain(client),
			leave: () => {
				client.setQueryData(meQuery.queryKey, null);
				hasEnded = true;
				void navigate(paths.login, { state: wayBack(pathname + search) });
			},
		});
	}, [client, navigate, pathname, search]);
}

const AGAIN_MS = 15_000;

export const meQuery = queryOptions({
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

/** Anonymous with a dead token; any other failure rejects. If another token is stored meanwhile, its owner is asked for. */
async function fetchMe(signal?: AbortSignal): Promise<SignedInUser | null> {
	const token = storedToken();
	if (token === null) return null;
	const user = await readUser(token, { signal, asksWhoIsThere: true });
	return storedToken() === token ? user : fetchMe(signal);
}

export async function readUser(token: string, options: CallOptions): Promise<SignedInUser | null> {
	try {
		return { ...(await call(getMe, {}, { ...options, token })), token };
	} catch (error) {
		if (!isRefusal(error) || error.code !== 401) throw error;
		return null;
	}
}

export function useLogOut(): () => void {
	const { signOut } = useSession();
	const navigate = useNavigate();
	return () => {
		// Leave a guarded page first. Otherwise its guard would send the fan to /login with a way back.
		void navigate(paths.login);
		signOut();
		// The next person on this device gets none of this fan's reminders.
		if ('Notification' in window && Notification.permission === 'granted') {
			import('../push-device.ts').then(({ unsubscribeDevice }) => unsubscribeDevice()).catch(() => undefined);
		}
	};
}

/** Where a fan goes on after signing in again, if the session ends under something that they had begun. */
let keeps: (() => WayBack) | null = null;
/** The server has ended the session. A guard may send the fan to /login before the call that found out does. */
let hasEnded = false;

/** While the component is on the page, `keep` keeps what the fan has begun and says where it goes on. */
export function useWayBack(keep: () => WayBack): void {
	useEffect(() => {
		keeps = keep;
		return () => void (keeps = null);
	});
}

export const wayBack = (from: string): WayBack => ({ ...(keeps?.() ?? { from }), ended: hasEnded });

/** Route element around the guarded pages. Other visitors go to /login and return afterwards. The server renders `waiting`. */
export function SignedInOnly({ waiting }: { waiting: ReactNode }) {
	const { user } = useSession();
	const isKnown = useHydrated();
	const { pathname, search } = useLocation();
	if (!isKnown) return waiting;
	// Another fan has signed in in another tab: what was typed and told here was for the one before.
	if (user && !user.is_new_user) return <Outlet key={user.fan} />;
	return (
		<>
			{waiting}
			{user ? (
				<Navigate to={paths.register(user.register_platform)} replace />
			) : (
				<Navigate to={paths.login} state={wayBack(pathname + search)} replace />
			)}
		</>
	);
}

/** `if (!admit(from)) return;`. Visitors go to /login, unfinished registrations to /register. */
export function useAdmission(): (from: string, artist?: string) => boolean {
	const { user } = useSession();
	const navigate = useNavigate();
	const isFan = useFan() !== null;
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
