/** Where a sign-in comes from and goes to. Pure. */
import { matchPath } from 'react-router';
import type { SsoType } from '#contract/shapes.ts';
import { isLocalPath, routes } from '../../paths.ts';

/** The site's own address that the provider's answer ends at. */
export function callbackAddress(origin: string, from: string, provider: SsoType): string {
	const search = new URLSearchParams({ from, sso_type: provider });
	return `${origin}${routes.loginCallback}?${search.toString()}`;
}

/** Where a fan goes who has signed in: back to where they were, if that is a place of ours and not the sign-in itself. */
export function placeToReturn(from: unknown): string {
	if (!isLocalPath(from)) return routes.home;
	return signInRoutes.some((route) => matches(route, from)) ? routes.home : from;
}

/** Where a visitor goes who closes the sign-in: pages for fans only would lead straight back to it. */
export function placeWithoutSignIn(from: string): string {
	return guardedRoutes.some((route) => matches(route, from)) ? routes.home : from;
}

const signInRoutes = [routes.login, routes.loginCallback];
const guardedRoutes = [
	routes.store,
	routes.payment,
	routes.paySuccess,
	routes.account,
	routes.editProfile,
	routes.gemRecords,
	routes.myVotes,
];

function matches(route: string, path: string): boolean {
	return matchPath(route, path.replace(/[?#].*/s, '')) !== null;
}
