/** Shows today's key numbers, compared with yesterday and over the week. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import './dashboard.css';

type Day = Dashboard['days'][number];

export function KeyNumbers({ dashboard }: { dashboard: Dashboard }) {
	const { t } = useLingui();
	const { days } = dashboard;
	const [yesterday, today] = days.slice(-2);
	if (!today || !yesterday) return null;
	const { today: hours, yesterday: hoursBefore } = dashboard.votes_by_hour;
	const counts = [
		{ name: t`Sign-ups`, of: (day: Day) => day.sign_ups },
		{ name: t`Check-ins`, of: (day: Day) => day.check_ins },
		{ name: t`Paid orders`, of: (day: Day) => day.orders_fulfilled },
	];
	return (
		<dl className="key-numbers">
			<div className="card">
				<dt>{t`Votes per minute, now`}</dt>
				<dd>
					<b>{formatNumber(dashboard.votes_per_minute)}</b>
					<small>
						<Trans>{formatNumber(sum(hours))} today</Trans>
						{hoursBefore.includes(null) ? null : <Trans>, {formatNumber(sum(hoursBefore))} yesterday</Trans>}
					</small>
				</dd>
			</div>
			{counts.map(({ name, of }) => (
				<div key={name} className="card">
					<dt>{name}</dt>
					<dd>
						<b>{formatNumber(of(today))}</b>
						<small>
							<Trans>{formatNumber(of(yesterday))} yesterday</Trans>
						</small>
						<WeekBars name={name} values={days.map(of)} />
					</dd>
				</div>
			))}
			<div className="card">
				<dt>{t`Gems spent on votes`}</dt>
				<dd>
					<b>{formatNumber(today.gems?.spent ?? 0)}</b>
					<small>
						<Trans>{formatNumber(today.gems?.issued ?? 0)} given to fans today</Trans>
					</small>
					<WeekBars name={t`Gems spent on votes`} values={days.map((day) => day.gems?.spent ?? 0)} />
				</dd>
			</div>
			<div className="card">
				<dt>{t`Revenue`}</dt>
				<dd>
					<b>{revenueText(today)}</b>
					<small>
						<Trans>{revenueText(yesterday)} yesterday</Trans>
					</small>
					<WeekBars name={t`Revenue`} values={days.map(mainRevenue(days))} />
				</dd>
			</div>
		</dl>
	);
}

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, next) => total + (next ?? 0), 0);

const revenueText = ({ revenue }: Day) => (revenue.length === 0 ? '0' : revenue.map(formatMoney).join(' + '));

/** Returns a reader of a day's revenue (minor units) in the week's largest currency. Currencies cannot be added up. */
function mainRevenue(days: readonly Day[]): (day: Day) => number {
	const [most] = days.flatMap(({ revenue }) => revenue).toSorted((one, other) => other.minor - one.minor);
	return ({ revenue }) => revenue.find(({ currency }) => currency === most?.currency)?.minor ?? 0;
}

/** Shows seven days as seven bars. Today's bar is highlighted. */
function WeekBars({ name, values }: { name: string; values: readonly number[] }) {
	const { t } = useLingui();
	const most = Math.max(...values, 1);
	return (
		<>
			<span className="week-bars" aria-hidden="true">
				{values.map((value, day) => (
					<i key={day} style={{ height: `${(value / most) * 100}%` }} />
				))}
			</span>
			<span className="visually-hidden">{t`${name}, seven days: ${values.map(formatNumber).join('; ')}`}</span>
		</>
	);
}
