/** Shows gems by source and use. The remainder equals the balance of all wallets exactly. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import './gem-supply.css';

export function GemSupply({ supply }: { supply: Dashboard['supply'] }) {
	const { t } = useLingui();
	const { earned, purchased } = supply.in_wallets;
	const names: Record<string, string> = {
		purchase: t`Bought`,
		bonus: t`Bonus of purchases`,
		check_in: t`Check-ins`,
		vote: t`Spent on votes`,
		refund: t`Refunded`,
		chargeback: t`Charged back`,
		adjustment: t`Adjusted by operators`,
		void_return: t`Returned for voided votes`,
		forfeit: t`Forfeited`,
	};
	return (
		<>
			<p className="gem-supply-held">
				<b>{formatNumber(earned + purchased)}</b>
				<span>
					<Trans>
						in all wallets: {formatNumber(earned)} earned, {formatNumber(purchased)} bought
					</Trans>
				</span>
			</p>
			<dl className="gem-supply">
				{supply.by_kind.map((row) => (
					<div key={row.kind}>
						<dt>{names[row.kind] ?? row.kind}</dt>
						<dd className={row.earned + row.purchased < 0 ? undefined : 'gem-supply-in'}>
							{signed(row.earned + row.purchased)}
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}

const signed = (gems: number) => (gems > 0 ? `+${formatNumber(gems)}` : formatNumber(gems).replace('-', '−'));
