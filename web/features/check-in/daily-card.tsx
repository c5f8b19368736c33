import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { CheckInConfig } from '#contract/check-in.ts';
import { CHECK_IN_DAYS } from '#contract/values/constants.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { ClaimNote, CheckInAlert } from '../../lib/check-in/claim-note.tsx';
import { gemsToClaim, useCheckInConfig } from '../../lib/check-in/get-config.ts';
import { useClaim } from '../../lib/check-in/use-claim.ts';
import { useSession } from '../../lib/session/session.tsx';
import { useSite } from '../../lib/site/get-site.ts';
import { paths, type WayBack } from '../../paths.ts';
import './daily-card.css';

export function DailyCard() {
	const { t } = useLingui();
	const { data: config, isPending } = useCheckInConfig();
	const { claim, isClaiming, claimed, refusal, forgetRefusal } = useClaim();
	const { user } = useSession();
	if (isPending) return <div className="panel daily-card wraps mt-8" aria-busy="true" />;
	if (!config) return null;
	const gems = gemsToClaim(config);
	return (
		<section className="panel daily-card wraps mt-8" aria-label={t`Daily check-in`}>
			<div>
				<h2>{t`Daily check-in`}</h2>
				{user && (gems === null || claimed !== null) ? (
					<ClaimNote config={config} claimed={claimed} announced />
				) : (
					<p className="claim-note subtext">
						<Worth config={config} />
					</p>
				)}
			</div>
			<Week config={config} claimed={claimed !== null} />
			<div>
				{gems !== null && user && (
					<Button busy={isClaiming} icon={<GemIcon />} onClick={(event) => claim(event.currentTarget)}>
						<Trans>Claim {formatNumber(gems)} gems</Trans>
					</Button>
				)}
				{!user && <LogIn />}
				{user && gems === null && (
					<Link className={buttonClass({ variant: 'quiet' })} to={paths.leaderboard()}>{t`Vote now`}</Link>
				)}
			</div>
			<CheckInAlert message={refusal} onClose={forgetRefusal} />
		</section>
	);
}

function LogIn() {
	const { t } = useLingui();
	const state: WayBack = { from: paths.home };
	return <Link className={buttonClass({})} to={paths.login} state={state}>{t`Log in to claim`}</Link>;
}

/** A fan without gems reads what the claim is good for; others where they are in the week. */
function Worth({ config }: { config: CheckInConfig }) {
	const { user } = useSession();
	const ratio = useSite()?.ticket2gem_ratio ?? 0;
	const gems = gemsToClaim(config);
	const balance = user?.gem_balance ?? 0;
	if (gems !== null && ratio > 0 && balance >= 0 && balance < ratio && balance + gems >= ratio)
		return <Trans>Claim {formatNumber(gems)} gems. They pay your first vote.</Trans>;
	return (
		<Trans>
			Day {config.current_sequence} of {CHECK_IN_DAYS}
		</Trans>
	);
}

/** `claimed`: just now. */
function Week({ config, claimed }: { config: CheckInConfig; claimed: boolean }) {
	const { t } = useLingui();
	return (
		<ol className="daily-card-week stack relative" aria-label={t`The seven days`}>
			{config.checkin_configs.map(({ sequence, gem_number, is_checked }) => (
				<li
					key={sequence}
					className={`relative pill tone-2 muted centered ${is_checked ? 'daily-card-claimed bead-lit' : ''} ${claimed && is_checked && sequence === CHECK_IN_DAYS ? 'bead-burst' : ''}`}
					style={{ '--bead': claimed && sequence === config.current_sequence ? 0 : sequence } as CSSProperties}
					aria-current={!config.today_checked && sequence === config.current_sequence ? 'date' : undefined}
				>
					<span className="visually-hidden">
						<Trans>Day {sequence}</Trans> {is_checked && <Trans>Claimed</Trans>}{' '}
					</span>
					+{formatNumber(gem_number)}
				</li>
			))}
		</ol>
	);
}
