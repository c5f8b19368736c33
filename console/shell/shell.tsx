/** The frame around every screen: sections at the side, or behind a button on phones. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useRouteError } from 'react-router';
import { approve } from '#contract/operator/approvals.ts';
import { signOut } from '#contract/operator/operators/session.ts';
import { Icon, Logo } from '#ui/icons.tsx';
import { Button, buttonClass, IconButton } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { call, errorText } from '../lib/api/calls.tsx';
import { ConsoleIcon } from '../lib/elements/elements.tsx';
import { commandKey } from '../lib/keys.ts';
import { useSections } from '../lib/sections.ts';
import { roleName, useMay, useSignedIn } from '../lib/session/operator.tsx';
import { BASE, paths } from '../nouns.ts';
import { useCommands } from './commands.tsx';
import { usePageTitle, waitingIn, waitingQuery } from './page.tsx';
import './shell.css';

export function Shell() {
	const [open, setOpen] = useState(false);
	const { openSearch, dialogs } = useCommands();
	useFocusKept();
	return (
		<div className="shell">
			<a className="shell-skip" href="#screen">
				Skip to content
			</a>
			<aside className="sidebar desktop-only">
				<Brand />
				<SearchButton onOpen={openSearch} />
				<Sections />
				<Account />
			</aside>
			<header className="top-bar mobile-only">
				<Brand />
				<IconButton className="top-bar-search" label="Search" onClick={openSearch}>
					<Icon name="search" />
				</IconButton>
				<IconButton label="Open menu" onClick={() => setOpen(true)}>
					<Icon name="menu" />
				</IconButton>
			</header>
			<Dialog open={open} onClose={() => setOpen(false)} label="Menu" shape="drawer">
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

/** What had the focus is gone, such as the button of a step that is done: the heading of its part gets it. */
function useFocusKept(): void {
	useEffect(() => {
		let path: HTMLElement[] = [];
		let preventScroll = false;
		function note(event: Event) {
			path = event.composedPath().filter((one) => one instanceof HTMLElement);
			preventScroll = path[0]?.matches(':focus-visible') === false;
		}
		function look() {
			const [last] = path;
			if (!last || last.checkVisibility() || ![last, document.body].includes(document.activeElement as HTMLElement))
				return;
			const part =
				path.find((one) => one.checkVisibility() && one.matches('section')) ?? document.querySelector('main');
			const heading = part?.querySelector<HTMLElement>('h1, h2, h3');
			if (!heading) return;
			heading.tabIndex = -1;
			heading.focus({ preventScroll });
		}
		const observer = new MutationObserver(look);
		document.addEventListener('focusin', note);
		observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
		return () => {
			document.removeEventListener('focusin', note);
			observer.disconnect();
		};
	}, []);
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

const Brand = () => (
	<span className="brand">
		<Logo />
		<span>Console</span>
	</span>
);

/** Navigation between the sections, in groups. */
function Sections({ onChoose }: { onChoose?: () => void }) {
	const id = useId();
	return (
		<nav className="sections" aria-label="Sections">
			{useSections().map(({ name, sections }) => (
				<div key={name ?? ''}>
					{name !== null && (
						<p id={id + name} className="sections-heading">
							{name}
						</p>
					)}
					<ul aria-labelledby={name === null ? undefined : id + name}>
						{sections.map(({ section, to, name: text }) => (
							<li key={to}>
								<NavLink ref={showCurrent} to={to} end={to === paths.dashboard} onClick={onChoose}>
									<ConsoleIcon name={section} />
									{text}
									{to === paths.approvals && <WaitingBadge />}
								</NavLink>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

/** The list is longer than most windows. */
function showCurrent(link: HTMLElement | null): void {
	if (link?.hasAttribute('aria-current')) link.scrollIntoView({ block: 'nearest' });
}

/** Opens the search over everything, with the keys that do the same. */
const SearchButton = ({ onOpen }: { onOpen: () => void }) => (
	<button type="button" className="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
		<Icon name="search" />
		Search
		<kbd>{commandKey} K</kbd>
	</button>
);

/** The operator's name, the theme switch, a link to passkeys and sessions, and log-out: always in reach. */
function Account({ onChoose }: { onChoose?: () => void }) {
	const { operator } = useSignedIn();
	const toast = useToast();
	const passkeys = 'Passkeys and sessions';
	async function leave() {
		try {
			await call(signOut, {});
			// Reload the page, so that no data stays in memory.
			window.location.assign(BASE);
		} catch (error) {
			toast(errorText(error));
		}
	}
	return (
		<div className="account">
			<p className="account-person">
				<b>{operator.name ?? operator.email}</b>
				{roleName(operator.role)}
			</p>
			<NavLink to={paths.passkeys} className="icon-button" aria-label={passkeys} title={passkeys} onClick={onChoose}>
				<ConsoleIcon name="operators" />
			</NavLink>
			<ThemeToggle />
			<IconButton label="Log out" title="Log out" onClick={() => void leave()}>
				<Icon name="exit" />
			</IconButton>
		</div>
	);
}

/** Tells an operator without a passkey that they can only look around, and offers to create one. */
function PasskeyNotice() {
	const { entered } = useSignedIn();
	if (entered) return null;
	return (
		<p className="note" role="note">
			You can look around. Personal data stays hidden and nothing can be changed until you have{' '}
			<Link to={paths.passkeys}>created a passkey</Link>.
		</p>
	);
}

/** Number of requests that wait for the operator's own decision. */
function WaitingBadge() {
	const may = useMay();
	const { operator } = useSignedIn();
	const { data } = useQuery({ ...waitingQuery, enabled: may(approve) });
	const count = waitingIn(data).filter(({ asked_by: asker }) => asker.operator_id !== operator.operator_id).length;
	if (count === 0) return null;
	return (
		<span className="waiting-badge">
			<span aria-hidden="true">{count}</span>
			<span className="visually-hidden">{`(${count} waiting for you)`}</span>
		</span>
	);
}

export function NotFound() {
	usePageTitle('Not found');
	return (
		<Empty
			heading
			lit={false}
			title="Page not found"
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.rankings}>
					Rankings
				</Link>
			}
		/>
	);
}

export function ScreenFailed() {
	const error = useRouteError();
	useEffect(() => console.error('A screen failed:', error), [error]);
	return (
		<main>
			<Empty
				heading
				lit={false}
				title="This screen could not be shown"
				action={
					<Button variant="quiet" onClick={() => window.location.reload()}>
						Try again
					</Button>
				}
			/>
		</main>
	);
}
