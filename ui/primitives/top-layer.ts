/** Tracks the topmost modal. A toast has to be inside it, because all else is inert while a modal is open. */
import { useSyncExternalStore } from 'react';

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

export function topLayerEntered(element: HTMLElement): void {
	open.push(element);
	announce();
}

export function topLayerLeft(element: HTMLElement): void {
	open.splice(open.indexOf(element), 1);
	announce();
}

/** The topmost open modal, or the page's body. */
export function useTopLayer(): HTMLElement {
	return useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function announce(): void {
	for (const listener of listeners) listener();
}
