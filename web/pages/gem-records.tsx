import { useLingui } from '@lingui/react/macro';
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
			<div className="column">
				<BackLink to={paths.account}>{t`My Account`}</BackLink>
				<h1 className="page-title mt-2">{t`Gem Records`}</h1>
				<GemRecords />
			</div>
			<ToTop />
		</div>
	);
}
