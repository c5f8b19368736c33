/** Shows today's key numbers, compared with yesterday and over the week. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
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
	const cards: { name: string; value: string; beside: ReactNode; week?: number[] }[] = [
		{
			name: t`Votes per minute, now`,
			value: formatNumber(dashboard.votes_per_minute),
			beside: (
				<>
					<Trans>{formatNumber(sum(hours))} today</Trans>
					{hoursBefore.includes(null) ? null : <Trans>, {formatNumber(sum(hoursBefore))} yesterday</Trans>}
				</>
			),
		},
		...[
			{ name: t`Sign-ups`, of: (day: Day) => day.sign_ups },
			{ name: t`Check-ins`, of: (day: Day) => day.check_ins },
			{ name: t`Paid orders`, of: (day: Day) => day.orders_fulfilled },
		].map(({ name, of }) => ({
			name,
			value: formatNumber(of(today)),
			beside: <Trans>{formatNumber(of(yesterday))} yesterday</Trans>,
			week: days.map(of),
		})),
		{
			name: t`Gems spent on votes`,
			value: formatNumber(today.gems?.spent ?? 0),
			beside: <Trans>{formatNumber(today.gems?.issued ?? 0)} given to fans today</Trans>,
			week: days.map((day) => day.gems?.spent ?? 0),
		},
		{
			name: t`Revenue`,
			value: revenueText(today),
			beside: <Trans>{revenueText(yesterday)} yesterday</Trans>,
			week: days.map(mainRevenue(days)),
		},
	];
	return (
		<dl className="key-numbers">
			{cards.map(({ name, value, beside, week }) => (
				<div key={name} className="card">
					<dt>{name}</dt>
					<dd>
						<b>{value}</b>
						<small>{beside}</small>
						{week && <WeekBars name={name} values={week} />}
					</dd>
				</div>
			))}
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
