import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { AccountLinks, BalanceCard, ProfileCard } from '../features/account/overview.tsx';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import './account.css';

export default function MyAccountPage() {
	const { t } = useLingui();
	usePageTitle(t`My Account`);
	const { user } = useSession();
	useFreshUser();
	if (!user) return null;
	return (
		<div className="wrap">
			<h1 className="page-title">{t`My Account`}</h1>
			<div className="my-account">
				<ProfileCard user={user} />
				<div className="stack gap-4">
					<BalanceCard user={user} />
					<AccountLinks />
				</div>
			</div>
		</div>
	);
}

/** A vote updates the total here at once. Only the server knows the remaining earned and purchased gems. */
function useFreshUser(): void {
	const { refresh } = useSession();
	const look = useEffectEvent(refresh);
	useEffect(() => void look(), []);
}
