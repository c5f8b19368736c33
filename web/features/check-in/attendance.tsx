import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useRef } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { CheckInConfig } from '#contract/check-in.ts';
import { CHECK_IN_DAYS } from '#contract/values/constants.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { otherLanguage } from '../../i18n.ts';
import { ClaimNote, CheckInAlert } from '../../lib/check-in/claim-note.tsx';
import { useCheckInConfig } from '../../lib/check-in/get-config.ts';
import { useClaim } from '../../lib/check-in/use-claim.ts';
import { NotLoaded, Prose } from '../../lib/elements/elements.tsx';
import './attendance.css';

export function Attendance() {
	const { t } = useLingui();
	const { data: config, isPending, isError, refetch } = useCheckInConfig();
	const { claim, isClaiming, claimed, refusal, forgetRefusal } = useClaim();
	const taken = claimed === null ? undefined : config?.current_sequence;
	return (
		<section className="panel attendance" aria-label={t`Attendance`}>
			<div className="attendance-head wraps row">
				<h2>{t`Attendance`}</h2>
				{config && (
					<p className="muted">
						<Trans>
							Day {config.current_sequence} of {CHECK_IN_DAYS}
						</Trans>
					</p>
				)}
			</div>
			{isPending && (
				<div className="attendance-days stack mt-5">
					{Array.from({ length: CHECK_IN_DAYS }, (_, day) => (
						<Skeleton key={day} className="day row relative gap-2 rounded tone-2 muted centered" />
					))}
				</div>
			)}
			{isError && !config && <NotLoaded onRetry={() => void refetch()} />}
			{config && (
				<ol className="attendance-days stack mt-5">
					{config.checkin_configs.map((day) => (
						<Day
							key={day.sequence}
							day={day}
							claimable={!config.today_checked && !day.is_checked && day.sequence === config.current_sequence}
							busy={isClaiming}
							focused={day.sequence === taken}
							onClaim={claim}
						/>
					))}
				</ol>
			)}
			<output className="visually-hidden">
				{claimed !== null && (
					<Trans>
						Day {taken} claimed: {formatNumber(claimed)} gems
					</Trans>
				)}
			</output>
			{config && <ClaimNote config={config} claimed={claimed} />}
			{config && config.checkin_rule !== '' && (
				<Prose className="attendance-rule" html={config.checkin_rule} lang={otherLanguage(config.lang)} />
			)}
			<CheckInAlert message={refusal} onClose={forgetRefusal} />
		</section>
	);
}

interface DayProps {
	day: CheckInConfig['checkin_configs'][number];
	claimable: boolean;
	busy: boolean;
	/** The fan has claimed it just now: the focus, whose button is gone, stays here. */
	focused: boolean;
	onClaim: (from: Element) => void;
}

function Day({ day, claimable, busy, focused, onClaim }: DayProps) {
	const { t } = useLingui();
	const item = useRef<HTMLLIElement>(null);
	const taken = focused && !claimable;
	useEffect(() => {
		if (taken) item.current?.focus();
	}, [taken]);
	const { sequence, is_checked: claimed } = day;
	const gems = formatNumber(day.gem_number);
	const content = (
		<>
			<small className="text-xs semibold">{t`Day ${sequence}`}</small>
			<Stick lit={claimed || claimable} bead={claimed ? (taken ? 0 : sequence) : null} />
			<b>+{gems}</b>
			<em>
				{claimed && <Trans>Claimed</Trans>}
				{claimable && <Trans>Claim</Trans>}
			</em>
		</>
	);
	if (!claimable)
		return (
			<li
				ref={item}
				className={`day row relative gap-2 rounded tone-2 muted centered ${claimed ? 'day-claimed' : ''} ${taken && sequence === CHECK_IN_DAYS ? 'bead-burst' : ''}`}
				tabIndex={taken ? -1 : undefined}
			>
				{content}
			</li>
		);
	return (
		<li className="stack">
			<button
				type="button"
				className="day row relative gap-2 rounded tone-2 muted centered day-now"
				aria-disabled={busy || undefined}
				onClick={(event) => onClaim(event.currentTarget)}
			>
				{content}
			</button>
		</li>
	);
}

/** `bead`: its turn to light up, or null for one that does not. */
function Stick({ lit, bead }: { lit: boolean; bead: number | null }) {
	return (
		<svg
			className={`day-stick relative ${bead === null ? '' : 'bead-lit'}`}
			style={{ '--bead': bead ?? 0 } as CSSProperties}
			viewBox="0 0 44 56"
			aria-hidden="true"
		>
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
