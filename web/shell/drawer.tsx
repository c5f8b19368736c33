import { Trans, useLingui } from '@lingui/react/macro';
import { Link, NavLink } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { User } from '#contract/accounts.ts';
import { GemIcon, Icon, type IconName } from '#ui/icons.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { useSession, useLogOut } from '../lib/session/session.tsx';
import { useProductName } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../lib/elements/picture.tsx';
import { LogInLink } from './header.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './header.css';

export default function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const { user } = useSession();
	const product = useProductName();
	return (
		<Dialog open={open} onClose={onClose} label={t`Menu`} shape="drawer">
			<div className="drawer flex">
				<div className="drawer-account gap-3 row">{user ? <Account user={user} /> : <LogInLink />}</div>
				<nav className="drawer-sections stack mt-8" aria-label={t`Menu`}>
					<NavLink className="row muted" to={paths.home} end onClick={onClose}>
						{product}
					</NavLink>
					<NavLink className="row muted" to={paths.leaderboard()} onClick={onClose}>{t`LeaderBoard`}</NavLink>
					<NavLink className="row muted" to={paths.news} onClick={onClose}>{t`News`}</NavLink>
					<NavLink className="row muted" to={paths.store} onClick={onClose}>{t`Store`}</NavLink>
				</nav>
				<DrawerEnd signedIn={user !== null} onClose={onClose} />
			</div>
		</Dialog>
	);
}

function Account({ user }: { user: User }) {
	return (
		<>
			<Avatar name={user.name} url={user.avatar_url} />
			<div className="min-0">
				<b className="ellipsis block">{user.name ?? user.email}</b>
				<span className="drawer-gems gap-2 muted text-s">
					<GemIcon />
					{formatNumber(user.gem_balance)}
				</span>
			</div>
		</>
	);
}

function DrawerEnd({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const logOut = useLogOut();
	return (
		<div className="drawer-end">
			<Line to={paths.myArtist} icon="heart" onClose={onClose}>{t`My artist`}</Line>
			{signedIn && <Line to={paths.myVotes} icon="check" onClose={onClose}>{t`My Votes`}</Line>}
			<Line to={paths.rewards} icon="list" onClose={onClose}>{t`Rank rewards`}</Line>
			<LanguageMenu withArrow className="menu-line" />
			<ThemeToggle withText className="menu-line" />
			{signedIn && (
				<>
					<Line to={paths.account} icon="person" onClose={onClose}>{t`Profile`}</Line>
					<button
						type="button"
						className="menu-line"
						onClick={() => {
							onClose();
							logOut();
						}}
					>
						<Icon name="exit" />
						<Trans>Log Out</Trans>
						<Icon name="right" className="menu-line-arrow" />
					</button>
				</>
			)}
		</div>
	);
}

function Line({ to, icon, onClose, children }: { to: string; icon: IconName; onClose: () => void; children: string }) {
	return (
		<Link className="menu-line" to={to} onClick={onClose}>
			<Icon name={icon} />
			{children}
			<Icon name="right" className="menu-line-arrow" />
		</Link>
	);
}
