/** Reads the seven days, and which of them can be claimed now. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CheckInConfig, getCheckInConfig } from '#contract/check-in.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../api/call.ts';
import { useSession } from '../session/session.tsx';

export const checkInConfigQuery = queryOptions({
	queryKey: ['check-in'],
	queryFn: ({ signal }) => call(getCheckInConfig, { query: { lang: pageLanguage() } }, { signal }),
});

export function useCheckInConfig() {
	// Midnight may have passed since.
	return useQuery({ ...checkInConfigQuery, staleTime: 0 });
}

const LOOK_AGAIN_MS = 60_000;

/** Gems that this fan can claim now: null if there are none, or nobody is signed in. */
export function useWaitingClaim(): number | null {
	const { user } = useSession();
	const enabled = user !== null && !user.is_new_user;
	const { data } = useQuery({ ...checkInConfigQuery, enabled, staleTime: LOOK_AGAIN_MS });
	return enabled && data ? gemsToClaim(data) : null;
}

/** Gems of today's claim; null if it is claimed. */
export function gemsToClaim({ checkin_configs: days, current_sequence, today_checked }: CheckInConfig): number | null {
	const today = days.find(({ sequence }) => sequence === current_sequence);
	return today_checked || !today || today.is_checked ? null : today.gem_number;
}

/** Gems of the next claim, once today's is done. */
export function gemsTomorrow({ checkin_configs: days, current_sequence }: CheckInConfig): number | null {
	const next = days.find(({ sequence }) => sequence === (current_sequence % days.length) + 1);
	return next?.gem_number ?? null;
}
