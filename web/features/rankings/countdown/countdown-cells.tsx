/** Shows the remaining time in four cells, updated every second. Shows "0s" at the end. */
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type TimeLeft, twoDigits, useTimeLeft } from './countdown.ts';
import '../chart/chart-head.css';

export interface CountdownProps {
	endCountdown: number;
	/** Time on the page's monotonic clock at which `endCountdown` was true. */
	receivedAtMs: number;
	onEnd?: () => void;
}

export function CountdownCells({ endCountdown, receivedAtMs, onEnd }: CountdownProps) {
	const left = useTimeLeft(endCountdown, receivedAtMs, onEnd);
	if (left.total === 0) {
		return (
			<p className="countdown countdown-over" role="timer">
				<Trans>0s</Trans>
			</p>
		);
	}
	return (
		<div className="countdown" data-last-hour={left.total < 3_600}>
			<SpokenTime left={left} />
			<Cell value={left.days} unit={<Trans>days</Trans>} />
			<Cell value={left.hours} unit={<Trans>hours</Trans>} />
			<Cell value={left.minutes} unit={<Trans>minutes</Trans>} />
			<Cell value={left.seconds} unit={<Trans>seconds</Trans>} running />
		</div>
	);
}

/** Changes once a minute, so that a screen reader is not interrupted every second. */
function SpokenTime({ left: { days, hours, minutes } }: { left: TimeLeft }) {
	return (
		<span className="visually-hidden" role="timer">
			<Trans>
				<Plural value={days} one="# day" other="# days" /> <Plural value={hours} one="# hour" other="# hours" />{' '}
				<Plural value={minutes} one="# minute" other="# minutes" /> left
			</Trans>
		</span>
	);
}

function Cell({ value, unit, running = false }: { value: number; unit: ReactNode; running?: boolean }) {
	return (
		<div className={`countdown-cell${running ? ' countdown-running' : ''}`} aria-hidden="true">
			<b>{twoDigits(value)}</b>
			<small>{unit}</small>
		</div>
	);
}
