import { useLingui } from '@lingui/react/macro';
import { useCallback, useState, useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { GemIcon, Icon, Logo } from '#ui/icons.tsx';
import { buttonClass, IconButton } from '#ui/primitives/button.tsx';
import { ComingDialog } from '#ui/primitives/dialog.tsx';
import { isOffline, LostDialog, OptionalPart } from '#ui/optional-part.tsx';
import { MOBILE_MAX_WIDTH_PX, RESIZE_DEBOUNCE_MS } from '#contract/values/constants.ts';
import { useWaitingClaim } from '../lib/check-in/get-config.ts';
import { useSession } from '../lib/session/session.tsx';
import { useProductName } from '../lib/site/get-site.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { paths, type WayBack } from '../paths.ts';
import './header.css';

const loadDrawer = () => import('./drawer.tsx');
const Drawer = lazyPage(loadDrawer);
const AccountMenu = lazyPage(() => import('./account-menu.tsx'));

export function Header() {
	const { t } = useLingui();
	const { user } = useSession();
	// The drawer belongs to the page on which it was opened: every navigation, including Back, closes it, and so does a
	// wide screen.
	const { key } = useLocation();
	const [openedAt, setOpenedAt] = useState<string | null>(null);
	const open = useMobileLayout() && openedAt === key;
	const closeDrawer = useCallback(() => setOpenedAt(null), []);
	const lost = t`Check your connection, then load the page again.`;
	const ours = t`Something went wrong. Load the page again.`;
	const whenLost = (error: unknown) => (
		<LostDialog open={open} onClose={closeDrawer} text={isOffline(error) ? lost : ours} />
	);
	return (
		<header className="header">
			<div className="wrap header-bar row">
				<HomeLink />
				<Sections />
				<div className="header-end row gap-2 min-0 push">
					{user ? <GemPill balance={user.gem_balance} /> : <LogInLink />}
					{user && (
						<OptionalPart waiting={<span className="icon-button desktop-only" />} instead={<ProfileLink />}>
							<AccountMenu user={user} />
						</OptionalPart>
					)}
					<IconButton
						className="mobile-only"
						label={t`Open menu`}
						aria-haspopup="dialog"
						aria-expanded={open}
						onPointerDown={() => void loadDrawer().catch(() => null)}
						onClick={() => setOpenedAt(key)}
					>
						<Icon name="menu" />
					</IconButton>
				</div>
			</div>
			{/* Stays after the first opening, so that it can slide out. */}
			{openedAt !== null && (
				<OptionalPart waiting={open && <ComingDialog onClose={closeDrawer} />} instead={whenLost}>
					<Drawer open={open} onClose={closeDrawer} />
				</OptionalPart>
			)}
		</header>
	);
}

function ProfileLink() {
	const { t } = useLingui();
	return (
		<Link className="icon-button desktop-only" to={paths.account} aria-label={t`Profile`}>
			<Icon name="person" />
		</Link>
	);
}

export function HomeLink() {
	const product = useProductName();
	return (
		<Link className="home-link hovers gap-2 target min-0" to={paths.home}>
			<Logo />
			<span className="ellipsis">{product}</span>
		</Link>
	);
}

export function Sections() {
	const { t } = useLingui();
	return (
		<nav className="sections row gap-1 desktop-only" aria-label={t`Main`}>
			<NavLink className="target pill muted semibold" to={paths.leaderboard()}>{t`LeaderBoard`}</NavLink>
			<NavLink className="target pill muted semibold" to={paths.news}>{t`News`}</NavLink>
			<NavLink className="target pill muted semibold" to={paths.store}>{t`Store`}</NavLink>
		</nav>
	);
}

function GemPill({ balance }: { balance: number }) {
	const { t } = useLingui();
	const gems = formatNumber(balance);
	const waits = useWaitingClaim() !== null;
	const label = waits ? t`${gems} gems, to the store, where today’s gems wait` : t`${gems} gems, to the store`;
	return (
		<Link className="gem-pill relative gap-2 pill tone-2 target min-0 bold" to={paths.store} aria-label={label}>
			<GemIcon />
			<span className="ellipsis">
				<CountRoll text={gems} />
			</span>
			{waits && <span className="gem-pill-dot round" />}
		</Link>
	);
}

export function LogInLink() {
	const { t } = useLingui();
	const { pathname, search } = useLocation();
	const state: WayBack = { from: pathname + search };
	return <Link className={`log-in ${buttonClass({})}`} to={paths.login} state={state}>{t`Log in`}</Link>;
}

/** Returns whether the screen has the mobile layout. Checks after a resize has ended, so that nothing flickers. */
function useMobileLayout(): boolean {
	// The button that opens the drawer is on the mobile layout alone.
	const [mobile, setMobile] = useState(true);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const resized = () => {
			clearTimeout(timer);
			timer = setTimeout(() => setMobile(isMobile()), RESIZE_DEBOUNCE_MS);
		};
		window.addEventListener('resize', resized);
		return () => {
			window.removeEventListener('resize', resized);
			clearTimeout(timer);
		};
	}, []);
	return mobile;
}

const isMobile = (): boolean => matchMedia(`(max-width: ${MOBILE_MAX_WIDTH_PX}px)`).matches;
