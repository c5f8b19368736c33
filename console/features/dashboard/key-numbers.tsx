/** The day in four numbers, each against yesterday. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { moneyText } from '../../lib/money.ts';
import { formatNumber } from '../../lib/numbers.ts';
import './key-numbers.css';

type Day = Dashboard['days'][number];

export function KeyNumbers({ dashboard }: { dashboard: Dashboard }) {
	const { t } = useLingui();
	const [yesterday, today] = dashboard.days.slice(-2);
	if (!today) return null;
	const counts = [
		{ name: t`Paid orders`, of: (day: Day) => day.orders_fulfilled },
		{ name: t`Sign-ups`, of: (day: Day) => day.sign_ups },
		{ name: t`Check-ins`, of: (day: Day) => day.check_ins },
	];
	return (
		<dl className="key-numbers">
			<div className="card">
				<dt>{t`Votes per minute`}</dt>
				<dd>
					<b>{formatNumber(dashboard.votes_per_minute)}</b>
				</dd>
			</div>
			{counts.map(({ name, of }) => (
				<div key={name} className="card">
					<dt>{name}</dt>
					<dd>
						<b>{formatNumber(of(today))}</b>
						{yesterday && (
							<small>
								<Trans>{formatNumber(of(yesterday))} yesterday</Trans>
							</small>
						)}
					</dd>
				</div>
			))}
			<div className="card">
				<dt>{t`Revenue`}</dt>
				<dd>
					<b>{today.revenue.length === 0 ? '0' : today.revenue.map(moneyText).join(' + ')}</b>
				</dd>
			</div>
		</dl>
	);
}
