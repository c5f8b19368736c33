import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CheckInConfig, getCheckInConfig } from '#contract/check-in.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../api/call.ts';
import { useFan } from '../session/session.tsx';
import { formatTime } from '../time.ts';

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
	const enabled = useFan() !== null;
	const { data } = useQuery({ ...checkInConfigQuery, enabled, staleTime: LOOK_AGAIN_MS });
	return enabled && data ? gemsToClaim(data) : null;
}

export function gemsToClaim({ checkin_configs: days, current_sequence, today_checked }: CheckInConfig): number | null {
	const today = days.find(({ sequence }) => sequence === current_sequence);
	return today_checked || !today || today.is_checked ? null : today.gem_number;
}

export function gemsTomorrow({ checkin_configs: days, current_sequence }: CheckInConfig): number | null {
	const next = days.find(({ sequence }) => sequence === (current_sequence % days.length) + 1);
	return next?.gem_number ?? null;
}

const DAY_MINUTES = 1_440;

/** Whole minutes, at least one. A day on which clocks change is an hour off, which nobody plans by. */
export function minutesUntilMidnight(timeZone: string, now: Date): number {
	const [hour = 0, minute = 0] = formatTime(now.getTime() / 1000, timeZone)
		.split(':')
		.map(Number);
	return DAY_MINUTES - (hour * 60 + minute);
}
