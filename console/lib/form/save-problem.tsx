/** Says why the last save was refused. What is about a field stands at the field. */
import { Plural, Trans } from '@lingui/react/macro';
import { isProblem } from '#client/problem.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { fieldOf } from './problem-field.ts';

interface Props {
	error: unknown;
	/** Number of fields that show an error. */
	wrong: number;
	onReload?: () => void;
}

export function SaveProblem({ error, wrong, onReload }: Props) {
	const textOf = useErrorText();
	const isOfField = fieldOf(error) !== null;
	const isStale = isProblem(error) && error.code === 409 && !isOfField;
	if (!error && wrong === 0) return null;
	return (
		<div className="editor-problem">
			{error && !isOfField ? (
				<FieldError>{textOf(error)}</FieldError>
			) : (
				<FieldError>
					<Plural
						value={wrong}
						one="Not saved. Please check the marked field."
						other="Not saved. Please check the # marked fields."
					/>
				</FieldError>
			)}
			{onReload && isStale ? (
				<Button variant="line" onClick={onReload}>
					<Trans>Show the saved version</Trans>
				</Button>
			) : null}
		</div>
	);
}
