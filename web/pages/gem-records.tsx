/** The fan's gem history. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { GemRecords } from '../features/account/records/gem-records.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import './account.css';

export default function GemRecordsPage() {
	const { t } = useLingui();
	usePageTitle(t`Gem Records`);
	return (
		<div className="wrap">
			<div className="account-column">
				<BackLink to={paths.account}>
					<Trans>My Account</Trans>
				</BackLink>
				<h1 className="account-title">
					<Trans>Gem Records</Trans>
				</h1>
				<GemRecords />
			</div>
			<ToTop />
		</div>
	);
}
