/** Narrows the list of rankings to a type. */
import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#ui/primitives/form-field.tsx';
import type { RankingFilter } from '../get-rankings.ts';

interface Props {
	type: RankingFilter['type'];
	onType: (type: RankingFilter['type']) => void;
}

export function RankingFilterBar({ type, onType }: Props) {
	const { t } = useLingui();
	const types = [
		['', t`Any`],
		['monthly', t`Monthly`],
		['birthday', t`Birthday`],
		['theme', t`Theme`],
	] as const;
	return (
		<SelectField
			label={t`Type`}
			value={type}
			onChange={({ target }) => onType(types.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{types.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
