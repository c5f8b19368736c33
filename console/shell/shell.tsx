/** The frame around every screen: sections at the side, or behind a button on phones. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useRouteError } from 'react-router';
import { approve } from '#contract/operator/approvals.ts';
import { signOut } from '#contract/operator/operators/session.ts';
import { Icon, Logo } from '#ui/icons.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button, buttonClass, IconButton } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { call, errorText } from '../lib/api/calls.tsx';
import { ConsoleIcon, LostConsoleDialog } from '../lib/elements/elements.tsx';
import { commandKey, isComposing, useKeys } from '../lib/keys.ts';
import { useSections } from '../lib/sections.ts';
import { roleName, useMay, useSignedIn } from '../lib/session/operator.tsx';
import { BASE, paths } from '../nouns.ts';
import { usePageTitle, waitingIn, waitingQuery } from './page.tsx';
import './shell.css';

const loadPalette = () => import('../features/search/palette.tsx');
const Palette = lazy(loadPalette);
const KeyHelp = lazy(async () => ({ default: (await loadPalette()).KeyHelp }));

export function Shell() {
	const [open, setOpen] = useState(false);
	const { openSearch, dialogs } = useCommands();
	const { entered } = useSignedIn();
	const { pathname } = useLocation();
	useFocusKept();
	return (
		<div className="shell stack">
			<a className="shell-skip pill semibold" href="#screen">
				Skip to content
			</a>
			<aside className="sidebar desktop-only flex">
				<Brand />
				<button
					type="button"
					className="search-button flex target gap-3 full-width mb-4 pill faint text-m"
					aria-keyshortcuts="Control+K Meta+K"
					onClick={openSearch}
				>
					<Icon name="search" />
					Search
					<kbd className="push">{commandKey} K</kbd>
				</button>
				<Sections />
				<Account />
			</aside>
			<header className="top-bar mobile-only row">
				<Brand />
				<IconButton className="push" label="Search" onClick={openSearch}>
					<Icon name="search" />
				</IconButton>
				<IconButton label="Open menu" onClick={() => setOpen(true)}>
					<Icon name="menu" />
				</IconButton>
			</header>
			<Dialog open={open} onClose={() => setOpen(false)} label="Menu" shape="drawer">
				<div className="menu-drawer flex">
					<Sections onChoose={() => setOpen(false)} />
					<Account onChoose={() => setOpen(false)} />
				</div>
			</Dialog>
			{dialogs}
			<main id="screen" tabIndex={-1}>
				{!entered && (
					<p className="note block mb-4 rounded tone-2" role="note">
						You can look around. Personal data stays hidden and nothing can be changed until you have{' '}
						<Link to={paths.passkeys}>created a passkey</Link>.
					</p>
				)}
				{/* A newly opened screen starts at its top. */}
				<Suspense key={pathname.split('/')[1]} fallback={<Skeleton className="screen-skeleton" />}>
					<Outlet />
				</Suspense>
			</main>
		</div>
	);
}

type Shown = 'search' | 'keys' | null;

/** Returns a function that opens the search, and the dialogs to render: they are fetched after the first screen. */
function useCommands() {
	const [shown, setShown] = useState<Shown>(null);
	// A dialog stays mounted once it was shown, so that it can leave the screen in its own time.
	const [wanted, setWanted] = useState<readonly Shown[]>([]);
	const show = useCallback((which: Shown) => {
		setShown(which);
		setWanted((before) => [...before, which]);
	}, []);
	const openSearch = useCallback(() => show('search'), [show]);
	const openHelp = useCallback(() => show('keys'), [show]);
	// Whoever presses the keys types on at once: the dialog has to be there by then.
	useEffect(() => {
		const mount = () => setWanted((before) => [...before, 'search']);
		void loadPalette().then(mount, () => undefined);
	}, []);
	useKeys({ onSearch: openSearch, onHelp: openHelp });
	const close = useCallback(() => setShown(null), []);
	const typed = useTypedAhead(shown === 'search', close);
	const dialogs = (
		<OptionalPart instead={<LostConsoleDialog open={shown !== null} onClose={close} />}>
			{wanted.includes('search') && <Palette open={shown === 'search'} onClose={close} typed={typed} />}
			{wanted.includes('keys') && <KeyHelp open={shown === 'keys'} onClose={close} />}
		</OptionalPart>
	);
	return { openSearch, dialogs };
}

/**
 * Returns what was typed after the search was asked for and before it was there: on a slow network its script is still on the
 * way when the operator presses the keys.
 */
function useTypedAhead(asked: boolean, giveUp: () => void): string {
	const [text, setText] = useState('');
	useEffect(() => {
		if (!asked) return undefined;
		const press = (event: KeyboardEvent) => {
			const { key, ctrlKey, metaKey, altKey } = event;
			if (document.querySelector('dialog[open]') || ctrlKey || metaKey || altKey || isComposing(event)) return;
			if (key === 'Escape') giveUp();
			else if (key === 'Backspace') setText((before) => before.slice(0, -1));
			else if (key.length === 1) setText((before) => before + key);
			else if (key !== 'Enter') return;
			// Enter, too: it would press the button that has the focus behind the search.
			event.preventDefault();
		};
		window.addEventListener('keydown', press, { capture: true });
		return () => {
			window.removeEventListener('keydown', press, { capture: true });
			setText('');
		};
	}, [asked, giveUp]);
	return text;
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

const Brand = () => (
	<span className="brand target gap-3">
		<Logo />
		<span>Console</span>
	</span>
);

/** Navigation between the sections, in groups. */
function Sections({ onChoose }: { onChoose?: () => void }) {
	const id = useId();
	return (
		<nav className="sections grow stack gap-3" aria-label="Sections">
			{useSections().map(({ name, sections }) => (
				<div key={name ?? ''}>
					{name !== null && (
						<p id={id + name} className="sections-heading faint semibold text-xs">
							{name}
						</p>
					)}
					<ul aria-labelledby={name === null ? undefined : id + name}>
						{sections.map(({ section, to, name: text }) => (
							<li key={to}>
								<NavLink
									className="flex target gap-3 rounded muted semibold text-m"
									ref={showCurrent}
									to={to}
									end={to === paths.dashboard}
									onClick={onChoose}
								>
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
		<div className="account row">
			<p className="account-person vivid grow min-0 faint text-xs">
				<b className="ellipsis block text-m">{operator.name ?? operator.email}</b>
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

/** Number of requests that wait for the operator's own decision. */
function WaitingBadge() {
	const may = useMay();
	const { operator } = useSignedIn();
	const { data } = useQuery({ ...waitingQuery, enabled: may(approve) });
	const count = waitingIn(data).filter(({ asked_by: asker }) => asker.operator_id !== operator.operator_id).length;
	if (count === 0) return null;
	return (
		<span className="waiting-badge push pill text-xs centered">
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
