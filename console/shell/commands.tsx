/** The search over everything and the list of keys. Both are fetched after the first screen. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useKeys } from '../lib/keys.ts';

const loadPalette = () => import('../features/search/palette.tsx');
const Palette = lazy(loadPalette);
const KeyHelp = lazy(() => import('../features/search/key-help.tsx'));

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
	const close = () => setShown(null);
	const dialogs = (
		<Suspense>
			{wanted.includes('search') && <Palette open={shown === 'search'} onClose={close} />}
			{wanted.includes('keys') && <KeyHelp open={shown === 'keys'} onClose={close} />}
		</Suspense>
	);
	return { openSearch, dialogs };
}
