import { useEffect, useState } from 'react';
import { msToNextTick, secondsLeft, type TimeLeft, timeLeft } from './countdown.ts';

/** Counts down from `endCountdown` seconds at arrival, re-rendering each second, and calls back once at zero. */
export function useTimeLeft(endCountdown: number, receivedAtMs: number, onEnd?: () => void): TimeLeft {
	const [now, setNow] = useState(() => performance.now());
	const left = secondsLeft(endCountdown, receivedAtMs, Math.max(now, receivedAtMs));
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
