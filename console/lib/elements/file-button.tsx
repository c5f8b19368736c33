/** Looks like a button and chooses a file. The browser's own input covers it, invisibly. */
import { useId } from 'react';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ConsoleIcon } from './console-icon.tsx';
import './file-button.css';

interface Props {
	label: string;
	/** As the `accept` of an input. */
	accept: string;
	onFile: (file: File) => void;
}

export function FileButton({ label, accept, onFile }: Props) {
	const id = useId();
	return (
		<label className={buttonClass({ variant: 'quiet' }, 'file-button')} htmlFor={id}>
			<ConsoleIcon name="news" />
			{label}
			<input
				id={id}
				type="file"
				accept={accept}
				onChange={(event) => {
					const file = event.target.files?.[0];
					if (file) onFile(file);
					// The same file can be chosen again after it was fixed.
					event.target.value = '';
				}}
			/>
		</label>
	);
}
