/** Back closes the sheet on top. Each has an entry in the browser's history: a copy of its page's, marked with its depth. */
import { comingDialogs } from './dialog.tsx';
import { onTopLayer, openDialogs } from './toast.tsx';

interface Entry {
	key?: string;
	sheets?: number;
	/** How far the page was scrolled when the sheet opened. */
	top?: number;
}

let shownPage: string | undefined;
/** Set until the browser has taken a step that this module asked for. The page takes over what it holds. */
let step: { address?: string; top?: number } | null = null;

const entry = () => (window.history.state ?? {}) as Entry;
const depth = () => entry().sheets ?? 0;
const address = () => window.location.pathname + window.location.search;

/** Menus are above dialogs: a dialog that opens closes every menu. */
const openSheets = () => [
	...openDialogs,
	...document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'),
	...comingDialogs(),
];

/** Call once, after the router has read the address. */
export function backClosesSheets(): void {
	onTopLayer(settleSoon);
	document.addEventListener('toggle', settleSoon, true);
	// Before the router hears of it.
	window.addEventListener('popstate', arrive, true);
	settle();
}

const settleSoon = () => queueMicrotask(settle);

function settle(): void {
	if (step) return;
	const open = openSheets().length;
	shownPage = entry().key;
	while (depth() < open) add();
	// What was shown with the sheet is the page's: its address may have changed meanwhile.
	if (depth() > open) go(open - depth(), { address: address() });
}

/** The page stays where it is scrolled when the sheet closes. A page that is opened from the sheet does not inherit that. */
function add(): void {
	window.history.scrollRestoration = 'manual';
	window.history.pushState({ ...entry(), sheets: depth() + 1, top: window.scrollY }, '');
	window.history.scrollRestoration = 'auto';
}

function go(by: number, taken: typeof step = {}): void {
	step = taken;
	window.history.go(by);
}

function arrive(event: PopStateEvent): void {
	const open = openSheets();
	const isShown = entry().key === shownPage;
	if (!step && depth() > open.length) {
		event.stopImmediatePropagation();
		return leaveClosed(isShown);
	}
	window.history.scrollRestoration = 'auto';
	shownPage = entry().key;
	const { address: wanted = address(), top } = step ?? {};
	const isOurs = step !== null || depth() < open.length;
	if (wanted !== address()) window.history.replaceState(entry(), '', wanted);
	else if (isShown && isOurs) event.stopImmediatePropagation();
	if (top !== undefined) requestAnimationFrame(() => window.scrollTo(0, top));
	if (step) {
		step = null;
		settleSoon();
	} else if (isShown) for (const sheet of open.slice(depth()).toReversed()) close(sheet);
	return undefined;
}

/** Passes over the entry of a sheet that a link has left, or that a reload has closed. On the way back, the page takes its address. */
function leaveClosed(isForward: boolean): void {
	if (isForward && window.navigation?.canGoForward) go(1);
	else go(-depth(), { address: address(), top: isForward ? undefined : entry().top });
}

function close(sheet: HTMLElement): void {
	if (sheet instanceof HTMLDialogElement) sheet.dispatchEvent(new Event('cancel', { cancelable: true }));
	else sheet.hidePopover();
}
