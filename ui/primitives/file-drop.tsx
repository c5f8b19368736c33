/** An area to drop or choose a file. The browser's own input covers it, invisibly. */
import { type ReactNode, useId } from 'react';
import { Icon } from '../icons.tsx';
import { FieldError } from './form-field.tsx';
import { Spinner } from './button.tsx';
import './file-drop.css';

export interface FileDropProps {
	label: ReactNode;
	accept: string;
	hint?: ReactNode;
	error?: string | null;
	busy?: boolean;
	disabled?: boolean;
	onFile: (file: File) => void;
	children?: ReactNode;
}

export function FileDrop({ label, accept, hint, error, busy = false, disabled, onFile, children }: FileDropProps) {
	const id = useId();
	return (
		<div className="stack gap-2">
			<label className="file-drop relative stack gap-2 rounded centered" aria-busy={busy || undefined} htmlFor={id}>
				{children}
				<span className="file-drop-label gap-2 semibold text-m" id={`${id}-label`}>
					{busy ? <Spinner /> : <Icon name="up" />}
					{label}
				</span>
				{hint ? (
					<span className="faint text-xs" id={`${id}-hint`}>
						{hint}
					</span>
				) : null}
				<input
					id={id}
					type="file"
					accept={accept}
					disabled={disabled || busy}
					aria-invalid={Boolean(error)}
					aria-labelledby={`${id}-label`}
					aria-describedby={`${hint ? `${id}-hint ` : ''}${error ? `${id}-error` : ''}`.trim() || undefined}
					onChange={(event) => {
						const file = event.target.files?.[0];
						if (file) onFile(file);
						// The same file can be chosen again after it was mended.
						event.target.value = '';
					}}
				/>
			</label>
			{error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
		</div>
	);
}
