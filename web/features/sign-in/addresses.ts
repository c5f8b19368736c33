/** Where a sign-in comes from and goes to. Pure. */
import { matchPath } from 'react-router';
import { pages } from '#contract/pages.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { isLocalPath } from '../../paths.ts';

/** The site's own address that the provider's answer ends at. */
export function callbackAddress(origin: string, from: string, provider: SsoType): string {
	const search = new URLSearchParams({ from, sso_type: provider });
	return `${origin}${pages.loginCallback}?${search.toString()}`;
}

/** Where a fan goes who has signed in: back to where they were, if that is a place of ours and not the sign-in itself. */
export function placeToReturn(from: unknown): string {
	if (!isLocalPath(from)) return pages.home;
	return signInRoutes.some((route) => matches(route, from)) ? pages.home : from;
}

/** Where a visitor goes who closes the sign-in: pages for fans only would lead straight back to it. */
export function placeWithoutSignIn(from: string): string {
	return guardedRoutes.some((route) => matches(route, from)) ? pages.home : from;
}

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

function matches(route: string, path: string): boolean {
	return matchPath(route, path.replace(/[?#].*/s, '')) !== null;
}
