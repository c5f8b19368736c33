/** One day of the seven: claimed, claimable today, or still to come. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { CheckInConfig } from '#contract/check-in.ts';

interface DayProps {
	day: CheckInConfig['checkin_configs'][number];
	claimable: boolean;
	busy: boolean;
	/** The fan has claimed it just now: the focus, whose button is gone, stays here. */
	focused: boolean;
	onClaim: (from: Element) => void;
}

export function Day({ day, claimable, busy, focused, onClaim }: DayProps) {
	const item = useRef<HTMLLIElement>(null);
	const taken = focused && !claimable;
	useEffect(() => {
		if (taken) item.current?.focus();
	}, [taken]);
	const { sequence, is_checked: claimed } = day;
	const gems = formatNumber(day.gem_number);
	const content = (
		<>
			<small>
				<Trans>Day {sequence}</Trans>
			</small>
			<Stick lit={claimed || claimable} />
			<b>+{gems}</b>
			<em>
				{claimed && <Trans>Claimed</Trans>}
				{claimable && <Trans>Claim</Trans>}
			</em>
		</>
	);
	if (!claimable) {
		return (
			<li ref={item} className={`day ${claimed ? 'day-claimed' : ''}`} tabIndex={taken ? -1 : undefined}>
				{content}
			</li>
		);
	}
	return (
		<li className="day-place">
			<button
				type="button"
				className="day day-now"
				aria-disabled={busy || undefined}
				onClick={(event) => onClaim(event.currentTarget)}
			>
				{content}
			</button>
		</li>
	);
}

function Stick({ lit }: { lit: boolean }) {
	return (
		<svg className="day-stick" viewBox="0 0 44 56" aria-hidden="true">
			{lit && <circle cx="22" cy="17" r="16" fill="var(--bulb)" opacity="0.28" />}
			<circle
				cx="22"
				cy="17"
				r="10.5"
				fill={lit ? 'var(--bulb)' : 'none'}
				stroke={lit ? 'none' : 'currentColor'}
				strokeWidth="2"
			/>
			{lit && <circle cx="18.5" cy="13.5" r="3.2" fill="#fff" opacity="0.75" />}
			<rect x="19" y="30" width="6" height="22" rx="3" fill="currentColor" opacity="0.75" />
		</svg>
	);
}
