/**
 * Shows and hides modals in a turn of their own, before which the browser can paint the press. Either one restyles the
 * whole page, because all else becomes inert or live again: a tenth of a second on a slow phone.
 */
import { topLayerEntered, topLayerLeft } from './top-layer.ts';

const toShow = new Set<HTMLDialogElement>();
const toHide = new Set<HTMLDialogElement>();
let isDue = false;
let nextTurn: MessageChannel | null = null;

export function showSoon(dialog: HTMLDialogElement): void {
	if (!toHide.delete(dialog)) toShow.add(dialog);
	takeTurns();
}

/** For a dialog in which somebody types already. */
export function showNow(dialog: HTMLDialogElement): void {
	toShow.delete(dialog);
	if (!toHide.delete(dialog)) show(dialog);
}

export function hideSoon(dialog: HTMLDialogElement): void {
	if (!toShow.delete(dialog)) toHide.add(dialog);
	takeTurns();
}

/** For a dialog that leaves the page. */
export function hideNow(dialog: HTMLDialogElement): void {
	toShow.delete(dialog);
	toHide.delete(dialog);
	hide(dialog);
}

function takeTurns(): void {
	if (isDue) return;
	isDue = true;
	nextTurn ??= openTurns();
	nextTurn.port2.postMessage(null);
}

/** A message and not a timer: a timer may wait longer, and React's own turns are messages too. */
function openTurns(): MessageChannel {
	const channel = new MessageChannel();
	channel.port1.addEventListener('message', changeAll);
	channel.port1.start();
	return channel;
}

function changeAll(): void {
	isDue = false;
	// A modal that closes gives the focus back. One that opens in the same turn takes it after that.
	for (const dialog of toHide) hide(dialog);
	for (const dialog of toShow) show(dialog);
	toHide.clear();
	toShow.clear();
}

function show(dialog: HTMLDialogElement): void {
	dialog.showModal();
	// The browser would choose the first control, which is the cross.
	dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
	topLayerEntered(dialog);
}

function hide(dialog: HTMLDialogElement): void {
	if (!dialog.open) return;
	topLayerLeft(dialog);
	dialog.close();
}
