import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import './search-field.css';

export interface SearchFieldProps {
	label: string;
	value: string;
	onChange: (value: string) => void;
}

/** A syllable or a word is composed of several keys: until then the list would show what nobody looks for. */
const COMPOSED_MS = 300;

export function SearchField({ label, value, onChange }: SearchFieldProps) {
	const { t } = useLingui();
	const id = useId();
	const [composing, setComposing] = useState<string | null>(null);
	const search = useEffectEvent(onChange);
	useEffect(() => {
		if (composing === null) return undefined;
		const timer = setTimeout(() => search(composing), COMPOSED_MS);
		return () => clearTimeout(timer);
	}, [composing]);
	const finish = (text: string) => {
		setComposing(null);
		onChange(text);
	};
	return (
		<search className="search-field row gap-2 pill faint">
			<Icon name="search" />
			<label className="visually-hidden" htmlFor={id}>
				{label}
			</label>
			<input
				className="bare"
				id={id}
				type="text"
				inputMode="search"
				enterKeyHint="search"
				autoComplete="off"
				spellCheck={false}
				placeholder={label}
				value={composing ?? value}
				onChange={({ target, nativeEvent }) => {
					if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) setComposing(target.value);
					else finish(target.value);
				}}
				onCompositionEnd={({ currentTarget }) => finish(currentTarget.value)}
			/>
			{value !== '' && (
				<IconButton className="muted" label={t`Clear search`} onClick={() => finish('')}>
					<Icon name="close" />
				</IconButton>
			)}
		</search>
	);
}
