/** The frame around every screen: sections at the side, or behind a button on phones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Icon, Logo } from '#ui/icons.tsx';
import { IconButton } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Account } from './account.tsx';
import { useCommands } from './commands.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';
import { SearchButton } from './search-button.tsx';
import { Sections } from './sections.tsx';
import './shell.css';
import '../lib/console.css';

export function Shell() {
	const { t } = useLingui();
	const [open, setOpen] = useState(false);
	const { openSearch, dialogs } = useCommands();
	return (
		<div className="shell">
			<a className="shell-skip" href="#screen">
				<Trans>Skip to content</Trans>
			</a>
			<aside className="sidebar desktop-only">
				<Brand />
				<SearchButton onOpen={openSearch} />
				<Sections />
				<Account />
			</aside>
			<header className="top-bar mobile-only">
				<Brand />
				<IconButton className="top-bar-search" label={t`Search`} onClick={openSearch}>
					<Icon name="search" />
				</IconButton>
				<IconButton label={t`Open menu`} onClick={() => setOpen(true)}>
					<Icon name="menu" />
				</IconButton>
			</header>
			<Dialog open={open} onClose={() => setOpen(false)} label={t`Menu`} shape="drawer">
				<div className="menu-drawer">
					<Sections onChoose={() => setOpen(false)} />
					<Account onChoose={() => setOpen(false)} />
				</div>
			</Dialog>
			{dialogs}
			<main id="screen" tabIndex={-1}>
				<PasskeyNotice />
				<Screen />
			</main>
		</div>
	);
}

function Screen() {
	// A newly opened screen starts at its top.
	const { pathname } = useLocation();
	return (
		<Suspense key={pathname.split('/')[1]} fallback={<Skeleton className="screen-skeleton" />}>
			<Outlet />
		</Suspense>
	);
}

function Brand() {
	return (
		<span className="brand">
			<Logo />
			<span>
				<Trans>Console</Trans>
			</span>
		</span>
	);
}
