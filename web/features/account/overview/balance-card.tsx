/** Shows a fan's gems: the total, earned and purchased. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { User } from '#contract/accounts.ts';
import { GemIcon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { paths } from '../../../paths.ts';
import '../../../lib/elements/panel.css';
import './balance-card.css';

/** Longer numbers get a line of their own on phones. */
const LONG_NUMBER = 9;

export function BalanceCard({ user }: { user: User }) {
	const earned = formatNumber(user.gem_balance_earned);
	const purchased = formatNumber(user.gem_balance_purchased);
	const sum = formatNumber(user.gem_balance);
	return (
		<section className={`panel balance-card ${sum.length > LONG_NUMBER ? 'balance-card-long' : ''}`}>
			<div>
				<h2>
					<Trans>Gem balance</Trans>
				</h2>
				<p className="balance-card-sum">
					<GemIcon />
					{sum}
				</p>
				<p className="balance-card-parts">
					<span>
						<Trans>
							<b>{earned}</b> earned
						</Trans>
					</span>
					<span>
						<Trans>
							<b>{purchased}</b> purchased
						</Trans>
					</span>
				</p>
			</div>
			<Link className={buttonClass({})} to={paths.store}>
				<Trans>Get More</Trans>
			</Link>
		</section>
	);
}
