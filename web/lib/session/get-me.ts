/** Reads the fan who is signed in. Null if nobody is. */
import { queryOptions } from '@tanstack/react-query';
import { Problem } from '#client/problem.ts';
import { getMe, type User } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { storedToken } from '../api/token.ts';

export const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => fetchMe(signal),
	staleTime: 60_000,
	// The page waits for the first attempt; a second one would only make it wait longer.
	retry: false,
	// Offline it fails at once, instead of waiting for the network: the page is then shown without a fan.
	networkMode: 'always',
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
