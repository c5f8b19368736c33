/** Opens the search over everything, with the keys that do the same. */
import { Trans } from '@lingui/react/macro';
import { Icon } from '#ui/icons.tsx';
import { commandKey } from '../lib/keys.ts';
import './search-button.css';

export function SearchButton({ onOpen }: { onOpen: () => void }) {
	return (
		<button type="button" className="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
			<Icon name="search" />
			<Trans>Search</Trans>
			<kbd>{commandKey} K</kbd>
		</button>
	);
}
