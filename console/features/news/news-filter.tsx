/** Narrows the list of news to what fans see, or do not see yet. */
import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#ui/primitives/form-field.tsx';

export type NewsVisibility = '' | 'hidden' | 'scheduled' | 'visible';

interface Props {
	visibility: NewsVisibility;
	onVisibility: (visibility: NewsVisibility) => void;
}

export function NewsFilterBar({ visibility, onVisibility }: Props) {
	const { t } = useLingui();
	const states = [
		['', t`Any`],
		['visible', t`Visible`],
		['scheduled', t`Scheduled`],
		['hidden', t`Hidden`],
	] as const;
	return (
		<SelectField
			label={t`Status`}
			value={visibility}
			onChange={({ target }) => onVisibility(states.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{states.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
