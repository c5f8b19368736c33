/** Chooses one of many options by typing a part of its name. The browser's own list suggests what matches. */
import { type ReactNode, useId, useState } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { coded, named, type Option } from './options.ts';

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
}

interface Typing {
	text: string;
	/** The value when the typing began. It stays unless the text names an option. */
	from: string;
}

export function Combobox({ options, value, optional = false, onChange, ...field }: Props) {
	const list = useId();
	const [typing, setTyping] = useState<Typing | null>(null);
	/** What was left in the field and is no option. */
	const [missed, setMissed] = useState<string | null>(null);
	const chosen = options.find((option) => option.value === value)?.name ?? value;
	function type(text: string) {
		const from = typing?.from ?? value;
		setTyping({ text, from });
		setMissed(null);
		onChange(text === '' && optional ? '' : (named(options, text)?.value ?? from));
	}
	/** A code counts once the field is left: on the way to a name, it may be that of something else. */
	function leave() {
		if (typing && !named(options, typing.text)) {
			const option = coded(options, typing.text);
			if (option) onChange(option.value);
			else if (typing.text !== '') setMissed(typing.text);
		}
		setTyping(null);
	}
	const near = options.filter(({ name }) => missed !== null && name.toLowerCase().includes(missed.toLowerCase()));
	const names = near.slice(0, 3).map(({ name }) => name);
	return (
		<>
			<TextField
				{...field}
				error={
					missed === null
						? field.error
						: names.length === 0
							? `Nothing is called “${missed}”.`
							: `Nothing is called “${missed}”. Which one: ${names.join(', ')}?`
				}
				list={list}
				autoComplete="off"
				spellCheck={false}
				placeholder="Type to search"
				value={typing?.text ?? chosen}
				onChange={(event) => type(event.target.value)}
				onBlur={leave}
			/>
			<datalist id={list}>
				{options.map((option) => (
					<option key={option.value} value={option.name}>
						{option.detail}
					</option>
				))}
			</datalist>
		</>
	);
}
