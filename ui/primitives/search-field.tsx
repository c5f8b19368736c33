import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import './search-field.css';

export interface SearchFieldProps {
	label: string;
	value: string;
	onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
	const { t } = useLingui();
	const id = useId();
	return (
		<search className="search-field">
			<Icon name="search" />
			<label className="visually-hidden" htmlFor={id}>
				{label}
			</label>
			<input
				id={id}
				type="text"
				inputMode="search"
				enterKeyHint="search"
				autoComplete="off"
				spellCheck={false}
				placeholder={label}
				value={value}
				onChange={(event) => onChange(event.target.value)}
			/>
			{value !== '' && (
				<IconButton label={t`Clear search`} onClick={() => onChange('')}>
					<Icon name="close" />
				</IconButton>
			)}
		</search>
	);
}
