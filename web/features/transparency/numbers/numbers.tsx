import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { accountDays, gemDays, type Day, type Numbers, totalOf } from './days.ts';
import { Fact, useMoment } from '../../../lib/elements/elements.tsx';
import '../transparency.css';

export function GemsAndAccounts({ numbers }: { numbers: Numbers }) {
	const { t } = useLingui();
	const moment = useMoment();
	const [supply, accounts] = [numbers.supply.at(-1), numbers.accounts.at(-1)];
	if (!supply && !accounts) return <p>{t`The first numbers appear within an hour.`}</p>;
	return (
		<div className="log-cards stack gap-4">
			{supply && (
				<div className="panel">
					<h3>{t`Gems`}</h3>
					<dl className="stack gap-4">
						<Fact name={<Trans>Given out or sold</Trans>}>{formatNumber(totalOf(supply.issued))}</Fact>
						<Fact name={<Trans>Spent on votes</Trans>}>{formatNumber(totalOf([supply.burned.vote]))}</Fact>
						<Fact name={<Trans>In all wallets</Trans>}>{formatNumber(totalOf([supply.outstanding]))}</Fact>
						<Fact name={<Trans>Counted</Trans>}>{moment(supply.time)}</Fact>
					</dl>
					<DayBars
						days={gemDays(numbers.supply)}
						added={<Trans>Given out or sold</Trans>}
						removed={<Trans>Spent or taken back</Trans>}
					/>
				</div>
			)}
			{accounts && (
				<div className="panel">
					<h3>{t`Accounts`}</h3>
					<dl className="stack gap-4">
						<Fact name={<Trans>Created</Trans>}>{cellOf(accounts.created)}</Fact>
						<Fact name={<Trans>Deleted</Trans>}>{cellOf(accounts.deleted)}</Fact>
						<Fact name={<Trans>Voted in 24 hours</Trans>}>{cellOf(accounts.voters_24h)}</Fact>
						<Fact name={<Trans>Counted</Trans>}>{moment(accounts.time)}</Fact>
					</dl>
					<DayBars
						days={accountDays(numbers.accounts)}
						added={<Trans>Created</Trans>}
						removed={<Trans>Deleted</Trans>}
					/>
				</div>
			)}
		</div>
	);
}

/** Null: a number from 1 to 19, which would say too much about single people. */
const cellOf = (value: number | null): ReactNode =>
	value === null ? <Trans>fewer than 20</Trans> : formatNumber(value);

function DayBars({ days, added, removed }: { days: readonly Day[]; added: ReactNode; removed: ReactNode }) {
	const { timeZone } = useTimezone();
	const highest = Math.max(0, ...days.flatMap((day) => [day.added, day.removed]));
	if (highest === 0) return null;
	const height = (value: number) => ({ height: `${(Math.max(0, value) / highest) * 100}%` });
	return (
		<figure className="day-bars mt-4">
			<div className="day-bars-picture flex" aria-hidden="true">
				{days.map((day) => (
					<div key={day.time} className="flex grow">
						<span className="day-bar-added" style={height(day.added)} />
						<span className="day-bar-removed" style={height(day.removed)} />
					</div>
				))}
			</div>
			<figcaption className="flex wraps muted text-s mt-2" aria-hidden="true">
				<span className="row gap-2 day-bar-added">{added}</span>
				<span className="row gap-2 day-bar-removed">{removed}</span>
			</figcaption>
			{/* A table itself would keep its width. */}
			<div className="visually-hidden">
				<table>
					<tbody>
						{days.map((day) => (
							<tr key={day.time}>
								<th scope="row">{formatDateTime(day.time, timeZone)}</th>
								<td>
									{added} {formatNumber(day.added)}
								</td>
								<td>
									{removed} {formatNumber(day.removed)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</figure>
	);
}
