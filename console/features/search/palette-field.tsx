/** The field of the search. Arrows move through the options while the focus stays here. */
import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { Icon } from '#ui/icons.tsx';
import { LIST_ID, optionId } from './option-list.tsx';

interface Props {
	text: string;
	/** Number of options, and the index of the current one. */
	count: number;
	active: number;
	onText: (text: string) => void;
	onActive: (index: number) => void;
	onChoose: () => void;
}

export function PaletteField({ text, count, active, onText, onActive, onChoose }: Props) {
	const { t } = useLingui();
	const label = t`Search rankings, artists, fans, orders and actions`;
	function press(event: KeyboardEvent) {
		// Enter and arrows belong to the input method while it composes a word.
		if (event.nativeEvent.isComposing) return;
		const next = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
		if (next !== undefined && count > 0) onActive((next + count) % count);
		else if (event.key === 'Enter') onChoose();
		else return;
		event.preventDefault();
	}
	return (
		<div className="palette-field">
			<Icon name="search" />
			<input
				data-autofocus
				role="combobox"
				aria-label={label}
				aria-expanded={count > 0}
				aria-controls={LIST_ID}
				aria-autocomplete="list"
				aria-activedescendant={count > 0 ? optionId(active) : undefined}
				autoComplete="off"
				spellCheck={false}
				enterKeyHint="go"
				maxLength={100}
				placeholder={t`Search or run a command`}
				value={text}
				onChange={(event) => onText(event.target.value)}
				onKeyDown={press}
			/>
		</div>
	);
}
