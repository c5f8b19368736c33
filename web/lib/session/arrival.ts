/** main.tsx imports this first: the token leaves address bar and history before anything is fetched or sent. */
import { pages } from '#contract/pages.ts';

let arrived: string | null = takeFromAddressBar();

/** True until the token that this page was opened with is taken. React may draw a page twice before it shows it. */
export const hasArrivedToken = (): boolean => arrived !== null;

export function takeArrivedToken(): string | null {
	const token = arrived;
	arrived = null;
	return token;
}

export function partToken(address: URL): { token: string | null; rest: string } {
	const token = address.searchParams.get('token');
	address.searchParams.delete('token');
	return { token: token === '' ? null : token, rest: address.pathname + address.search };
}

function takeFromAddressBar(): string | null {
	if (typeof window === 'undefined' || window.location.pathname !== pages.loginCallback) return null;
	const { token, rest } = partToken(new URL(window.location.href));
	window.history.replaceState(window.history.state, '', rest);
	return token;
}
