/** `sheet` rises from the bottom edge on phones, `drawer` comes from the right, `center` floats everywhere. */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import { announce, topLayerEntered, topLayerLeft } from './toast.tsx';
import './dialog.css';

export interface DialogProps {
	open: boolean;
	/** Escape, the cross and a press beside the dialog all end here; nothing closes until `open` turns false. */
	onClose: () => void;
	/** Id of the dialog's heading, or a text if it has none. */
	labelledBy?: string;
	label?: string;
	shape?: 'sheet' | 'drawer' | 'center';
	/** True: opened by a key, and whoever pressed it types on at once. */
	instant?: boolean;
	className?: string;
	style?: CSSProperties;
	children: ReactNode;
}

/** Kept in step with --slide-out in tokens.css. */
const SLIDE_OUT_MS = 200;

export function Dialog({
	open,
	onClose,
	labelledBy,
	label,
	shape = 'sheet',
	instant = false,
	className = '',
	style,
	children,
}: DialogProps) {
	const { t } = useLingui();
	const element = useRef<HTMLDialogElement>(null);
	const shown = useShown(open);
	useModal(element, { open, instant });
	usePressBeside(element, onClose);
	return (
		<dialog
			ref={element}
			className={`dialog dialog-${shape} ${className}`}
			style={style}
			aria-labelledby={labelledBy}
			aria-label={label}
			onCancel={(event) => {
				// A file picker inside that is left without a file says the same word.
				if (event.target !== event.currentTarget) return;
				event.preventDefault();
				onClose();
			}}
		>
			{shown && (
				<>
					<IconButton className="dialog-close" label={t`Close`} onClick={onClose}>
						<Icon name="close" />
					</IconButton>
					{children}
				</>
			)}
		</dialog>
	);
}

const awaited = new Set<HTMLDialogElement>();

/** Stands for a dialog that was asked for while that is loaded or drawn: Back calls it off. */
export function ComingDialog({ onClose }: Pick<DialogProps, 'onClose'>) {
	// In the commit in which the dialog takes over.
	useLayoutEffect(() => {
		const dialog = document.createElement('dialog');
		dialog.addEventListener('cancel', onClose);
		awaited.add(dialog);
		queueMicrotask(announce);
		return () => {
			awaited.delete(dialog);
			queueMicrotask(announce);
		};
	}, [onClose]);
	return null;
}

export const comingDialogs = () => [...toShow, ...awaited];

function useShown(open: boolean): boolean {
	const [lingering, setLingering] = useState(open);
	if (open && !lingering) setLingering(true);
	useEffect(() => {
		if (open) return undefined;
		const timer = setTimeout(() => setLingering(false), SLIDE_OUT_MS);
		return () => clearTimeout(timer);
	}, [open]);
	return open || lingering;
}

function useModal(
	element: { current: HTMLDialogElement | null },
	{ open, instant }: { open: boolean; instant: boolean },
) {
	useLayoutEffect(() => {
		const dialog = element.current;
		if (!open || !dialog) return undefined;
		if (instant) showNow(dialog);
		else showSoon(dialog);
		return () => hideSoon(dialog);
	}, [element, open, instant]);
	useLayoutEffect(() => {
		const dialog = element.current;
		// Focus goes back while the dialog is still on the page.
		return () => {
			if (dialog) hideNow(dialog);
		};
	}, [element]);
}

/** A convenience for pointer users. The close button and Escape do the same for everybody. */
function usePressBeside(element: { current: HTMLDialogElement | null }, onClose: () => void): void {
	useEffect(() => {
		const dialog = element.current;
		const press = (event: MouseEvent) => {
			if (event.target === dialog && dialog && isBeside(event, dialog)) onClose();
		};
		dialog?.addEventListener('mousedown', press);
		return () => dialog?.removeEventListener('mousedown', press);
	}, [element, onClose]);
}

/** In events the backdrop counts as the dialog itself. Only the pointer's position tells them apart. */
function isBeside(event: MouseEvent, dialog: HTMLDialogElement): boolean {
	const box = dialog.getBoundingClientRect();
	return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

const toShow = new Set<HTMLDialogElement>();
const toHide = new Set<HTMLDialogElement>();
let isDue = false;
let nextTurn: MessageChannel | null = null;

/** In a turn of its own, before which the browser can paint the press: either one restyles the whole page. */
function showSoon(dialog: HTMLDialogElement): void {
	if (!toHide.delete(dialog)) toShow.add(dialog);
	takeTurns();
}

function showNow(dialog: HTMLDialogElement): void {
	toShow.delete(dialog);
	if (!toHide.delete(dialog)) show(dialog);
}

function hideSoon(dialog: HTMLDialogElement): void {
	if (!toShow.delete(dialog)) toHide.add(dialog);
	takeTurns();
}

function hideNow(dialog: HTMLDialogElement): void {
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
	// One that opens in the place of another comes first: the page beneath stays inert and is not restyled twice.
	const [replaced] = toHide;
	for (const dialog of toShow) show(dialog, replaced && origins.get(replaced));
	for (const dialog of toHide) hide(dialog);
	toHide.clear();
	toShow.clear();
}

/** Where the focus goes back to, and what is around it: the step that was taken may have taken its button away. */
const origins = new WeakMap<HTMLDialogElement, Element[]>();
const withAround = (one: Element | null): Element[] => (one ? [one, ...withAround(one.parentElement)] : []);

/** Of a dialog that is a form. A box takes no text: what is typed at once would be lost. */
const FIRST_FIELD = 'form.dialog-body :is(textarea, select, input:not([type=file], [type=checkbox])):enabled';

function show(dialog: HTMLDialogElement, origin = withAround(document.activeElement)): void {
	origins.set(dialog, origin);
	dialog.showModal();
	// Hidden by an extension, it would leave the page beneath without a way to press anything.
	if (!dialog.checkVisibility()) return dialog.close();
	// The browser would choose the first control, which is the cross: a reason typed at once would press it.
	const first = dialog.querySelector('[data-autofocus]') ?? dialog.querySelector(FIRST_FIELD);
	if (first instanceof HTMLElement) first.focus();
	topLayerEntered(dialog);
}

function hide(dialog: HTMLDialogElement): void {
	if (!dialog.open) return;
	const places = origins.get(dialog) ?? [];
	const left = places.find((place) => place.isConnected);
	topLayerLeft(dialog, left);
	dialog.close();
	if (!document.activeElement?.matches('body, dialog:not([open]) *')) return;
	const next = left === places[0] ? left : left?.querySelector('button:enabled, a[href]');
	if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
