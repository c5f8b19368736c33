import { useLingui, Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useSession, useLogOut } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Icon, GemIcon, type IconName } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { formatNumber } from '#client/numbers.ts';
import { useNetworkName } from '../lib/site/get-network.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../lib/elements/picture.tsx';
import { MyMonth } from '../features/account/votes/my-totals.tsx';
import { platformLetter } from '../features/account/platform.ts';
import './account.css';
import '../features/account/account.css';

export default function MyAccountPage() {
	const { t } = useLingui();
	usePageTitle(t`My Account`);
	const { user, refresh } = useSession();
	const look = useEffectEvent(refresh);
	// A vote updates the total here at once. Only the server knows the remaining earned and purchased gems.
	useEffect(() => void look(), []);
	if (!user) return null;
	return (
		<div className="wrap">
			<h1 className="page-title">{t`My Account`}</h1>
			<div className="my-account stack align-start">
				<ProfileCard user={user} />
				<div className="my-account-main one-column stack gap-4">
					<BalanceCard user={user} />
					<AccountLinks />
				</div>
				<MyMonth />
			</div>
		</div>
	);
}

function ProfileCard({ user }: { user: User }) {
	const { t } = useLingui();
	const platform = useNetworkName(user.register_platform);
	return (
		<section className="panel profile-card centered">
			<div className="profile-card-picture relative">
				<Avatar name={user.name} url={user.avatar_url} className="profile-card-avatar" />
				<span className="profile-card-badge middle round bold text-s">
					<span aria-hidden="true">{platformLetter(user.register_platform)}</span>
					<span className="visually-hidden">{t`Signed up with ${platform}`}</span>
				</span>
			</div>
			<h2 className="breaks">{user.name}</h2>
			<p className="muted breaks mt-1">{user.email}</p>
			<Link className={buttonClass({ variant: 'quiet' }, 'mt-5')} to={paths.editProfile}>
				<Icon name="edit" />
				<Trans>Edit</Trans>
			</Link>
		</section>
	);
}

const LONG_NUMBER = 9;

function BalanceCard({ user }: { user: User }) {
	const { t } = useLingui();
	const earned = formatNumber(user.gem_balance_earned);
	const purchased = formatNumber(user.gem_balance_purchased);
	const sum = formatNumber(user.gem_balance);
	return (
		<section className={`panel spread balance-card gap-4 ${sum.length > LONG_NUMBER ? 'balance-card-long' : ''}`}>
			<div className="min-0">
				<h2 className="muted">{t`Gem balance`}</h2>
				<p className="balance-card-sum row gap-3 breaks">
					<GemIcon />
					{sum}
				</p>
				<p className="balance-card-parts flex wraps vivid muted text-s mt-2">
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
			<Link className={buttonClass({})} to={paths.store}>{t`Get More`}</Link>
		</section>
	);
}

function AccountLinks() {
	const { t } = useLingui();
	const logOut = useLogOut();
	const links: [string, IconName, string][] = [
		[paths.gemRecords, 'clock', t`Usage Records`],
		[paths.myVotes, 'check', t`My Votes`],
		[paths.myArtist, 'heart', t`My artist`],
		[paths.store, 'card', t`Store`],
	];
	return (
		<section className="panel account-links">
			{links.map(([to, icon, name]) => (
				<Link key={to} className="menu-line account-link" to={to}>
					<Icon name={icon} />
					{name}
					<Icon name="right" className="menu-line-arrow" />
				</Link>
			))}
			<button type="button" className="menu-line account-link" onClick={logOut}>
				<Icon name="exit" />
				<Trans>Log Out</Trans>
				<Icon name="right" className="menu-line-arrow" />
			</button>
		</section>
	);
}
