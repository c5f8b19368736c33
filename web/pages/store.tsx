/** The gem store before its doors open. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { GemIcon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { formatNumber } from '../lib/numbers.ts';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import './store.css';

export default function StorePage() {
	const { t } = useLingui();
	const { user } = useSession();
	usePageTitle(t`Store`);
	const gems = user?.gem_balance ?? 0;
	return (
		<div className="wrap store">
			<h1>
				<Trans>Store</Trans>
			</h1>
			<section className="store-soon">
				<div className="store-gem" aria-hidden="true">
					<GemIcon />
				</div>
				<h2>
					<Trans>Opening soon</Trans>
				</h2>
				<p>
					<Trans>Daily check-in and gem packs are on their way to this counter.</Trans>
				</p>
				<p className="store-balance">
					<GemIcon />
					<span>
						<Trans>
							You have <b>{formatNumber(gems)}</b> <Plural value={gems} one="gem" other="gems" />
						</Trans>
					</span>
				</p>
				<Link className={buttonClass({ large: true })} to={paths.leaderboard()}>
					<Trans>Back to the charts</Trans>
				</Link>
			</section>
		</div>
	);
}
