/** Reads the fan who is signed in. Null if nobody is. */
import { queryOptions } from '@tanstack/react-query';
import { Problem } from '#client/problem.ts';
import { getMe, type User } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { storedToken } from '../api/token.ts';

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

/** With a dead token the visitor is anonymous. Any other failure rejects. In both cases the stored token is kept. */
export async function fetchMe(signal?: AbortSignal): Promise<User | null> {
	if (storedToken() === null) return null;
	try {
		return await call(getMe, {}, { signal, asksWhoIsThere: true });
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== 401) throw error;
		return null;
	}
}
