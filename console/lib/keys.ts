/** Keyboard shortcuts of the whole console. */
import { useEffect } from 'react';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier as the operator's keyboard names it. */
export const commandKey = isMac ? '⌘' : 'Ctrl';

/** Returns the Latin letter of a key on keyboards of other scripts too, where the key itself is a letter of that script. */
const letterOf = ({ key, code }: KeyboardEvent) =>
	/^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();

const isTyping = (element: Element | null) =>
	element instanceof HTMLElement &&
	(element.isContentEditable || element.matches('input, textarea, select, [role="textbox"]'));

/** An input method still composes a word: the key is its own. Safari ends the word before it tells of the Enter, by 229. */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean => composes || keyCode === 229;

/** Runs the commands by their keys. While a dialog is open, it alone answers to the keyboard, except for Save. */
export function useKeys({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }): void {
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			const command = commandOf(event, { onSearch, onHelp });
			if (!command) return;
			event.preventDefault();
			command();
		};
		window.addEventListener('keydown', press);
		return () => window.removeEventListener('keydown', press);
	}, [onSearch, onHelp]);
}

function commandOf(event: KeyboardEvent, { onSearch, onHelp }: Parameters<typeof useKeys>[0]): (() => void) | null {
	if (event.altKey || isComposing(event) || event.defaultPrevented) return null;
	const inDialog = document.querySelector('dialog[open]') !== null;
	if (event.ctrlKey || event.metaKey) {
		if (event.shiftKey) return null;
		// On a link it opens a tab.
		if (letterOf(event) === 's' || (event.key === 'Enter' && !document.activeElement?.matches('a'))) return saveForm;
		return letterOf(event) === 'k' && !inDialog ? onSearch : null;
	}
	if (inDialog || isTyping(document.activeElement)) return null;
	if (event.key === '?') return onHelp;
	return event.key === '/' ? () => focusListSearch(onSearch) : null;
}

/** Submits the form that has the focus, or else that of the dialog, and without one the open editor. */
function saveForm(): void {
	const inFocus = document.activeElement?.closest('form');
	const screen = document.querySelector('dialog[open]') ?? document.querySelector('main');
	const form = inFocus ?? screen?.querySelector<HTMLFormElement>('form:is(.dialog-body, .editor-form)');
	const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
	if (button && !button.disabled) form?.requestSubmit(button);
}

/** A screen without a search of its own opens the search over everything. */
function focusListSearch(onSearch: () => void): void {
	const field = document.querySelector<HTMLInputElement>('main search input');
	if (field) field.select();
	else onSearch();
}
