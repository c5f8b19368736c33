/** Provides the operator who is signed in, and their permissions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { isRefusal } from '#client/call.ts';
import { formatMoment } from '#client/time.ts';
import type { Access, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import {
	beginSignIn,
	consoleScreen,
	getOperator,
	mayUse,
	type OperatorRole,
} from '#contract/operator/operators/session.ts';
import { BASE } from '../../nouns.ts';
import { call, readOf, unsaved, whenSessionEnds } from '../api/calls.tsx';

type SignedIn = ReplyOf<typeof getOperator>;

const operatorQuery = readOf(getOperator, {}, { staleTime: Number.POSITIVE_INFINITY });

const OperatorContext = createContext<SignedIn | null>(null);

interface Doors {
	/** Shown while the session is loading. */
	waiting: ReactNode;
	/** Shown without a session. The problem is set for other failures, such as no network. */
	renderOutside: (problem: unknown) => ReactNode;
	/** Shown to an operator who has a passkey but has not used it in this session. */
	renderEntry: (email: string, onEntered: () => void) => ReactNode;
	/** Shown above forms with unsaved changes, which stay, when the session has ended. */
	renderOver: (onClose: () => void) => ReactNode;
	children: ReactNode;
}

/** Renders the console for operators only. All others see the sign-in screens. */
export function OperatorGate({ waiting, renderOutside, renderEntry, renderOver, children }: Doors) {
	const client = useQueryClient();
	const { data, error, isPending } = useQuery(operatorQuery);
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		// A session that ends during work leads to the sign-in page, which returns to the same screen.
		whenSessionEnds(() => {
			if (unsaved.size > 0) setOver(true);
			else if (client.getQueryData(operatorQuery.queryKey))
				void client.resetQueries({ queryKey: operatorQuery.queryKey });
		});
	}, [client]);
	const operatorId = data?.operator.operator_id;
	useEffect(() => {
		if (!isOver) return undefined;
		// They sign in in another tab, and come back to this one.
		async function lookAgain() {
			try {
				const { operator } = await call(getOperator, {});
				// The forms are those of another person.
				if (operator.operator_id !== operatorId) window.location.reload();
				setOver(false);
				await client.invalidateQueries();
			} catch {
				// Not yet.
			}
		}
		const look = () => void lookAgain();
		// The answer that told of the end may be older than the sign-in.
		look();
		window.addEventListener('focus', look);
		document.addEventListener('visibilitychange', look);
		return () => {
			window.removeEventListener('focus', look);
			document.removeEventListener('visibilitychange', look);
		};
	}, [isOver, operatorId, client]);
	if (isPending) return waiting;
	if (!data) return renderOutside(isRefusal(error) && error.code === 401 ? null : error);
	if (!data.entered && data.has_passkey)
		return renderEntry(data.operator.email, () => void client.invalidateQueries({ queryKey: operatorQuery.queryKey }));
	return (
		<OperatorContext value={data}>
			{children}
			{isOver && renderOver(() => setOver(false))}
		</OperatorContext>
	);
}

/** Reads everything again after a passkey was used or created, because the operator may then read more. */
export function useReadAgain(): () => void {
	const client = useQueryClient();
	const { entered } = useSignedIn();
	return () => {
		if (!entered) void client.invalidateQueries();
	};
}

export function useSignedIn(): SignedIn {
	const signedIn = useContext(OperatorContext);
	if (!signedIn) throw new Error('useSignedIn needs an OperatorGate above it');
	return signedIn;
}

/** Returns a check whether the operator may make a call. Controls that they may not use are hidden. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
	const { operator } = useSignedIn();
	return ({ access }) => isForOperators(access) && mayUse(operator.role, access);
}

type OperatorAccess = Parameters<typeof mayUse>[1];

function isForOperators(access: Access): access is OperatorAccess {
	return access.startsWith('operator');
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
