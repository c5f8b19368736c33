/** Chooses one of many options by typing a part of its name. Follows the combobox pattern of WAI-ARIA. */
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { matching, named, type Option } from './options.ts';
import './combobox.css';

interface Props {
	label: ReactNode;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
	options: readonly Option[];
	/** Value of the chosen option, or empty. An unknown value is shown as it is. */
	value: string;
	/** True if nothing may be chosen. */
	optional?: boolean;
	onChange: (value: string) => void;
	/** Set if the options are searched for elsewhere: they then match what is typed already. */
	onSearch?: (text: string) => void;
}

export function Combobox({ options, value, optional = false, onChange, onSearch, ...field }: Props) {
	const { t } = useLingui();
	const list = useId();
	/** What is being typed. Null while the chosen option is shown. */
	const [typed, setTyped] = useState<string | null>(null);
	const [at, setAt] = useState(0);
	const found = typed === null ? [] : onSearch ? options : matching(options, typed);
	const shown = typed ?? options.find((option) => option.value === value)?.name ?? value;
	function type(text: string) {
		setTyped(text);
		setAt(0);
		onSearch?.(text);
	}
	function choose(option: Option | undefined) {
		setTyped(null);
		if (option) onChange(option.value);
	}
	/** Text that is not the whole name of an option changes nothing, so that no half of a name is ever stored. */
	function leave() {
		if (typed === '' && optional) onChange('');
		choose(typed === null || typed === '' ? undefined : named(options, typed));
	}
	function press(event: KeyboardEvent) {
		if (event.key === 'Escape' && typed !== null) {
			// A dialog around the field stays open.
			event.preventDefault();
			event.stopPropagation();
			setTyped(null);
		}
		if (event.key === 'Enter' && typed !== null) {
			event.preventDefault();
			choose(found[at]);
		}
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		if (typed === null) type('');
		else setAt((at + step + found.length) % Math.max(1, found.length));
	}
	return (
		<div className="combobox" onBlur={leave}>
			<TextField
				{...field}
				role="combobox"
				autoComplete="off"
				spellCheck={false}
				aria-expanded={typed !== null}
				aria-controls={list}
				aria-autocomplete="list"
				aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
				placeholder={t`Type to search`}
				value={shown}
				onChange={(event) => type(event.target.value)}
				onClick={() => typed === null && !field.disabled && type('')}
				onKeyDown={press}
			/>
			<ul id={list} role="listbox" aria-label={t`Suggestions`} hidden={typed === null}>
				{found.map((option, index) => (
					<li
						key={option.value}
						id={`${list}-${index}`}
						role="option"
						aria-selected={index === at}
						// Keep the focus in the field: leaving it would close the list first.
						onMouseDown={(event) => event.preventDefault()}
						onClick={() => choose(option)}
					>
						{option.name} <small>{option.detail}</small>
					</li>
				))}
				{typed !== null && found.length === 0 ? (
					<li role="option" aria-selected={false} aria-disabled>{t`No results`}</li>
				) : null}
			</ul>
		</div>
	);
}
