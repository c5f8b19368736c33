import { useLingui } from '@lingui/react/macro';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { LostVotes, MyVotes } from '../features/account/votes/my-votes.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import './account.css';

export default function MyVotesPage() {
	const { t } = useLingui();
	usePageTitle(t`My Votes`);
	return (
		<div className="wrap">
			<div className="column">
				<BackLink to={paths.account}>{t`My Account`}</BackLink>
				<h1 className="page-title mt-2">{t`My Votes`}</h1>
				<LostVotes />
				<MyVotes />
			</div>
			<ToTop />
		</div>
	);
}
