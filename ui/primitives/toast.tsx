/** Short notices under the header. `useToast()` from anywhere below `<ToastProvider>`. */
import type { ReactNode } from 'react';
import { createContext, useCallback, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icons.tsx';
import './toast.css';

type ToastKind = 'success' | 'error';
export type ShowToast = (text: string, kind?: ToastKind, detail?: string) => void;

interface Notice {
	id: number;
	text: string;
	kind: ToastKind;
	detail: string | undefined;
}

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a notice for the given time; pointing at it or focusing it holds it. An error is the default kind. */
export const useToast = (): ShowToast => use(ToastContext);

export function ToastProvider({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
	const [notice, setNotice] = useState<Notice | null>(null);
	const show = useCallback<ShowToast>((text, kind = 'error', detail) => {
		setNotice((previous) => ({ id: (previous?.id ?? 0) + 1, text, kind, detail }));
	}, []);
	const hide = useCallback(() => setNotice(null), []);
	return (
		<ToastContext value={show}>
			{children}
			<ToastPlace>
				{notice && <Toast key={notice.id} notice={notice} milliseconds={milliseconds} onEnd={hide} />}
			</ToastPlace>
		</ToastContext>
	);
}

/** Shows the toast inside the topmost modal. Elsewhere it would be neither visible nor announced. */
function ToastPlace({ children }: { children: ReactNode }) {
	const place = useTopLayer();
	return place && createPortal(children, place);
}

function Toast({ notice, milliseconds, onEnd }: { notice: Notice; milliseconds: number; onEnd: () => void }) {
	const [held, setHeld] = useState(false);
	const element = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// A toast that appears while its dialog closes is already removed here: the same update renders it in another place,
		// which shows it.
		if (element.current?.isConnected) element.current.showPopover();
	}, []);
	useEffect(() => {
		if (held) return undefined;
		const timer = setTimeout(onEnd, milliseconds);
		return () => clearTimeout(timer);
	}, [held, milliseconds, onEnd]);
	return (
		<div
			ref={element}
			popover="manual"
			className={`toast toast-${notice.kind}`}
			role={notice.kind === 'error' ? 'alert' : 'status'}
			onPointerEnter={() => setHeld(true)}
			onPointerLeave={() => setHeld(false)}
			onFocus={() => setHeld(true)}
			onBlur={() => setHeld(false)}
		>
			<Icon name={notice.kind === 'error' ? 'warning' : 'check'} />
			<span>
				<span>{notice.text}</span>
				{notice.detail !== undefined && <small className="block regular text-s">{notice.detail}</small>}
			</span>
		</div>
	);
}

export const openDialogs: HTMLElement[] = [];
type Listener = (left?: HTMLElement, focusNext?: Element) => void;
const listeners = new Set<Listener>();

/** Tracks the topmost modal. A toast has to be inside it, because all else is inert while a modal is open. */
export function topLayerEntered(element: HTMLElement): void {
	openDialogs.push(element);
	announce();
}

/** `focusNext`: the focus goes there, or into it. */
export function topLayerLeft(element: HTMLElement, focusNext?: Element): void {
	openDialogs.splice(openDialogs.indexOf(element), 1);
	announce(element, focusNext);
}

const useTopLayer = (): HTMLElement | null =>
	useSyncExternalStore(
		onTopLayer,
		() => openDialogs.at(-1) ?? document.body,
		() => null,
	);

export function onTopLayer(listener: Listener): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function announce(...left: Parameters<Listener>): void {
	for (const listener of listeners) listener(...left);
}
