import { useQueryClient } from '@tanstack/react-query';
import { ARRIVAL_HEADER, type User } from '#contract/accounts.ts';
import { storedToken, storeToken } from '../../lib/api/token.ts';
import { endOnServer, meQuery, readUser } from '../../lib/session/session.tsx';

/**
 * Returns a function that exchanges the token of a sign-in for a session, and stores it. If the server refuses the token, it
 * returns null and the present session stays as it was. Rejects with a `Problem`.
 */
export function useTakeUp(): (token: string) => Promise<User | null> {
	const client = useQueryClient();
	return async (token) => {
		const before = storedToken();
		const user = await readUser(token, { headers: { [ARRIVAL_HEADER]: '1' } });
		if (!user) return null;
		storeToken(token);
		// A read that is under way would bring back the earlier fan.
		await client.cancelQueries({ queryKey: meQuery.queryKey, exact: true });
		client.setQueryData(meQuery.queryKey, user);
		// Update the pages a moment later. During a navigation, React would empty the page that the fan still sees, instead
		// of keeping it until the next one is ready.
		await new Promise((resume) => setTimeout(resume));
		if (before !== null && before !== token) endOnServer(before);
		return user;
	};
}
