/** How many gems were given out and spent, how many accounts there are, and whether witnesses watch. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { DayBars } from './day-bars.tsx';
import { accountDays, gemDays } from './days.ts';
import { Fact } from '../fact.tsx';

export type Numbers = ReplyOf<typeof getTransparencyNumbers>;

interface Gems {
	earned: number;
	purchased: number;
}

export function GemsAndAccounts({ numbers }: { numbers: Numbers }) {
	const [supply, accounts] = [numbers.supply.at(-1), numbers.accounts.at(-1)];
	if (!supply && !accounts) {
		return (
			<p>
				<Trans>The first numbers appear within an hour.</Trans>
			</p>
		);
	}
	return (
		<div className="log-cards">
			{supply && (
				<div className="panel">
					<h3>
						<Trans>Gems</Trans>
					</h3>
					<dl>
						<Fact name={<Trans>Given out or sold</Trans>}>{sumOf(Object.values(supply.issued))}</Fact>
						<Fact name={<Trans>Spent on votes</Trans>}>{sumOf([supply.burned.vote])}</Fact>
						<Fact name={<Trans>In all wallets</Trans>}>{sumOf([supply.outstanding])}</Fact>
						<Fact name={<Trans>Counted</Trans>}>
							<At seconds={supply.time} />
						</Fact>
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
					<h3>
						<Trans>Accounts</Trans>
					</h3>
					<dl>
						<Fact name={<Trans>Created</Trans>}>{cellOf(accounts.created)}</Fact>
						<Fact name={<Trans>Deleted</Trans>}>{cellOf(accounts.deleted)}</Fact>
						<Fact name={<Trans>Voted in 24 hours</Trans>}>{cellOf(accounts.voters_24h)}</Fact>
						<Fact name={<Trans>Counted</Trans>}>
							<At seconds={accounts.time} />
						</Fact>
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

function At({ seconds }: { seconds: number }) {
	const { timeZone, name } = useTimezone();
	return `${formatDateTime(seconds, timeZone)} ${name}`;
}

function sumOf(gems: readonly Gems[]): string {
	return formatNumber(gems.reduce((sum, { earned, purchased }) => sum + earned + purchased, 0));
}

/** Null: a number from 1 to 19, which would say too much about single people. */
function cellOf(value: number | null): ReactNode {
	return value === null ? <Trans>fewer than 20</Trans> : formatNumber(value);
}
