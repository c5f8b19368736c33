import { useEffect, useState } from 'react';
import { useHydrated } from '#ui/hydrated.ts';

export type TimeLeft = ReturnType<typeof timeLeft>;

export function timeLeft(totalSeconds: number) {
	const total = Math.max(0, Math.ceil(totalSeconds));
	return {
		days: Math.floor(total / 86_400),
		hours: Math.floor(total / 3_600) % 24,
		minutes: Math.floor(total / 60) % 60,
		seconds: total % 60,
		total,
	};
}

export const secondsLeft = (endCountdown: number, receivedAtMs: number, nowMs: number): number =>
	Math.max(0, endCountdown - (nowMs - receivedAtMs) / 1_000);

/** Time of the next change of the display, so that it follows true seconds and does not drift. */
export function msToNextTick(left: number): number {
	const fraction = left - Math.floor(left);
	return (fraction === 0 ? 1 : fraction) * 1_000;
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

export function useTimeLeft(endCountdown: number, receivedAtMs: number, onEnd?: () => void): TimeLeft {
	const [now, setNow] = useState(() => performance.now());
	const isTicking = useHydrated();
	const left = secondsLeft(endCountdown, receivedAtMs, isTicking ? Math.max(now, receivedAtMs) : receivedAtMs);
	const over = left === 0;
	useEffect(() => {
		if (over) return undefined;
		const timer = setTimeout(() => setNow(performance.now()), msToNextTick(left));
		return () => clearTimeout(timer);
	}, [left, over]);
	useEffect(() => {
		if (over) onEnd?.();
	}, [over, onEnd]);
	return timeLeft(left);
}
