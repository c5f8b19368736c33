/** The store: gems for coming back, and gems for money. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { Attendance } from '../features/check-in/attendance.tsx';
import { GoodsList } from '../features/goods/goods-list.tsx';
import { useSite } from '../lib/site/get-site.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import './store.css';

const CURRENCY_BEFORE_IT_IS_KNOWN = { currency_name: 'USD', currency_symbol: '' };

export default function StorePage() {
	const { t } = useLingui();
	usePageTitle(t`Store`);
	const navigate = useNavigate();
	const site = useSite();
	return (
		<div className="wrap store">
			<h1>
				<Trans>Store</Trans>
			</h1>
			<Attendance />
			<section aria-labelledby="purchase">
				<h2 id="purchase">
					<Trans>Purchase</Trans>
				</h2>
				<GoodsList
					currency={site?.currency_config ?? CURRENCY_BEFORE_IT_IS_KNOWN}
					onOrder={(tradeNo) => void navigate(paths.paymentOf(tradeNo))}
				/>
			</section>
		</div>
	);
}
