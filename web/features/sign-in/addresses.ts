import { matchPath } from 'react-router';
import { isLocalPath, pages } from '#contract/pages.ts';
import type { SsoType } from '#contract/values/shapes.ts';

export function callbackAddress(origin: string, from: string, provider: SsoType): string {
	const search = new URLSearchParams({ from, sso_type: provider });
	return `${origin}${pages.loginCallback}?${search.toString()}`;
}

/** Returns the page after a sign-in: the previous page, if it is on our site and not the sign-in itself. */
export function placeToReturn(from: unknown): string {
	if (!isLocalPath(from)) return pages.home;
	return signInRoutes.some((route) => matches(route, from)) ? pages.home : from;
}

export const placeWithoutSignIn = (from: string): string =>
	guardedRoutes.some((route) => matches(route, from)) ? pages.home : from;

const signInRoutes = [pages.login, pages.loginCallback];
const guardedRoutes = [
	pages.store,
	pages.payment,
	pages.paySuccess,
	pages.account,
	pages.editProfile,
	pages.gemRecords,
	pages.myVotes,
];

const matches = (route: string, path: string): boolean => matchPath(route, path.replace(/[?#].*/s, '')) !== null;
