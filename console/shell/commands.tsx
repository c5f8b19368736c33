/** The search over everything and the list of keys. Both are fetched after the first screen. */
import { lazy, useCallback, useEffect, useState } from 'react';
import { OptionalPart } from '#ui/optional-part.tsx';
import { LostConsoleDialog } from '../lib/elements/elements.tsx';
import { isComposing, useKeys } from '../lib/keys.ts';

const loadPalette = () => import('../features/search/palette.tsx');
const Palette = lazy(loadPalette);
const KeyHelp = lazy(async () => ({ default: (await loadPalette()).KeyHelp }));

type Shown = 'search' | 'keys' | null;

/** Returns a function that opens the search, and the dialogs to render. */
export function useCommands() {
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
