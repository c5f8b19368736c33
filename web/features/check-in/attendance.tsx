/** Attendance: seven lightsticks, of which one can be lit today. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { Problem } from '#client/problem.ts';
import type { CheckInConfig } from '#contract/check-in.ts';
import { CHECK_IN_DAYS } from '#contract/values/constants.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { Prose } from '../../lib/elements/prose.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { useCheckIn } from './check-in.ts';
import { CheckInAlert } from './check-in-alert.tsx';
import { Day } from './day.tsx';
import { useCheckInConfig } from './get-config.ts';
import '../../lib/elements/panel.css';
import './attendance.css';

export function Attendance() {
	const { t } = useLingui();
	const { data: config, isPending } = useCheckInConfig();
	const { refresh } = useSession();
	const textOf = useProblemText();
	const { mutate, isPending: isClaiming } = useCheckIn();
	const [refusal, setRefusal] = useState<string | null>(null);
	const [claimed, setClaimed] = useState<CheckInConfig['checkin_configs'][number] | null>(null);

	function claim() {
		if (isClaiming) return;
		mutate(undefined, {
			onSuccess: () => {
				setClaimed(config?.checkin_configs.find(({ sequence }) => sequence === config.current_sequence) ?? null);
				void refresh();
			},
			onError: (error) => setRefusal(error instanceof Problem ? textOf(error) : error.message),
		});
	}

	return (
		<section className="panel attendance" aria-label={t`Attendance`}>
			<div className="attendance-head">
				<h2>
					<Trans>Attendance</Trans>
				</h2>
				{config && (
					<p>
						<Trans>
							Day {config.current_sequence} of {CHECK_IN_DAYS}
						</Trans>
					</p>
				)}
			</div>
			{isPending && <Loading />}
			{config && <Days config={config} claiming={isClaiming} focused={claimed?.sequence} onClaim={claim} />}
			<output className="visually-hidden">
				{claimed && (
					<Trans>
						Day {claimed.sequence} claimed: {formatNumber(claimed.gem_number)} gems
					</Trans>
				)}
			</output>
			{config && config.checkin_rule !== '' && <Prose className="attendance-rule" html={config.checkin_rule} />}
			<CheckInAlert message={refusal} onClose={() => setRefusal(null)} />
		</section>
	);
}

interface DaysProps {
	config: CheckInConfig;
	claiming: boolean;
	/** The day that was claimed just now. */
	focused: number | undefined;
	onClaim: () => void;
}

function Days({ config, claiming, focused, onClaim }: DaysProps) {
	return (
		<ol className="attendance-days">
			{config.checkin_configs.map((day) => (
				<Day
					key={day.sequence}
					day={day}
					claimable={!config.today_checked && !day.is_checked && day.sequence === config.current_sequence}
					busy={claiming}
					focused={day.sequence === focused}
					onClaim={onClaim}
				/>
			))}
		</ol>
	);
}

function Loading() {
	return (
		<div className="attendance-days">
			{Array.from({ length: CHECK_IN_DAYS }, (_, day) => (
				<Skeleton key={day} className="day" />
			))}
		</div>
	);
}
