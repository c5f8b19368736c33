/** Selects a row, or all of them. */
import { useEffect, useRef } from 'react';

interface Props {
	label: string;
	checked: boolean;
	/** True if some of the rows are selected. */
	mixed?: boolean;
	/** Rows of a list are one stop of the Tab key. */
	tabIndex?: number;
	onToggle: () => void;
}

export function RowCheckbox({ label, checked, mixed = false, tabIndex, onToggle }: Props) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current) box.current.indeterminate = mixed && !checked;
	}, [mixed, checked]);
	return (
		<label className="data-checkbox">
			<input ref={box} type="checkbox" aria-label={label} checked={checked} tabIndex={tabIndex} onChange={onToggle} />
		</label>
	);
}
