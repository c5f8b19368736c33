/** The operator who is signed in, and their permissions. */
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { formatMoment } from '#client/time.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { beginSignIn, consoleScreen, getOperator, mayUse } from '#contract/operator/operators/session.ts';
import { BASE } from '../../nouns.ts';
import { call, readOf } from '../api/calls.tsx';

type SignedIn = ReplyOf<typeof getOperator>;

export const operatorQuery = readOf(getOperator, {}, { staleTime: Number.POSITIVE_INFINITY });

export const OperatorContext = createContext<SignedIn | null>(null);

export function useSignedIn(): SignedIn {
	const signedIn = useContext(OperatorContext);
	if (!signedIn) throw new Error('useSignedIn needs an OperatorGate above it');
	return signedIn;
}

/** Returns a check whether the operator may make a call. Controls that they may not use are hidden. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
	const { operator } = useSignedIn();
	return ({ access }) => access.startsWith('operator') && mayUse(operator.role, access as Parameters<typeof mayUse>[1]);
}

/** Returns the site's time zone and its display name. */
export function useSiteZone(): { timezone: string; zoneName: string } {
	const { site } = useSignedIn();
	return { timezone: site.timezone, zoneName: site.timezone_name };
}

const roles: Record<OperatorRole, readonly [name: string, words: string]> = {
	viewer: ['Viewer', 'Reads everything but personal data, and changes nothing.'],
	editor: ['Editor', 'Rankings, artists, news, banners, pop-ups, incidents. Suspends fans, opens and drops cases.'],
	finance: ['Finance', 'Orders, refunds, gems, packs, prices and rewards. Voids and restores votes, approves.'],
	owner: ['Owner', 'All of this. Certifies results early, and manages operators.'],
};
export const roleName = (role: OperatorRole): string => roles[role][0];
/** What a role may do, in a line. docs/operating/console.md has the same table. */
export const roleWords = (role: OperatorRole): string => roles[role][1];

/** `anew`: the provider authenticates the person again, even if they are already signed in there. */
export const useSignIn = ({ anew = false } = {}) =>
	useMutation({
		mutationFn: () => call(beginSignIn, { query: { return_to: wayBack(), ...(anew ? { anew: '1' } : {}) } }),
		onSuccess: ({ login_url: address }) => window.location.assign(address),
	});

/** Returns the requested screen with its filters, or the console's base address if it cannot be passed on. */
function wayBack(): string {
	const { pathname, search } = window.location;
	// The error of a sign-in before this one.
	const screens = [/[?&]error=/.test(search) ? pathname : pathname + search, pathname];
	return screens.find((screen) => screen.length <= 2_000 && consoleScreen.test(screen)) ?? BASE;
}

/** Formats seconds since the epoch in the site's zone: `Nov 20, 2026, 18:00`. */
export function useDateTime(): (seconds: number) => string {
	const { timezone } = useSiteZone();
	return (seconds) => formatMoment(seconds * 1000, timezone);
}
