/** Narrows the list of artists to a kind. */
import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#ui/primitives/form-field.tsx';
import type { ArtistFilter } from './get-artists.ts';

interface Props {
	kind: ArtistFilter['kind'];
	onKind: (kind: ArtistFilter['kind']) => void;
}

export function ArtistFilterBar({ kind, onKind }: Props) {
	const { t } = useLingui();
	const kinds = [
		['', t`Any`],
		['solo', t`Solo`],
		['group', t`Group`],
		['song', t`Song`],
	] as const;
	return (
		<SelectField
			label={t`Kind`}
			value={kind}
			onChange={({ target }) => onKind(kinds.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{kinds.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
