/** Editor of a stored ranking. */
import { type ConsoleRanking, editRanking } from '#contract/operator/rankings/rankings.ts';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { useEditRanking } from './get-rankings.ts';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, valuesOf } from './ranking-values.ts';

interface Props {
	ranking: ConsoleRanking;
	/** Reads the ranking again, to get the values that another operator has stored. */
	onReload: () => Promise<ConsoleRanking>;
}

export function EditRanking({ ranking, onReload }: Props) {
	const may = useMay();
	const edit = useEditRanking(ranking.ranking_key);
	const readOnly = !may(editRanking);
	const { draft, form } = useEditable({
		stored: valuesOf(ranking),
		save: async (values, { version }) => {
			const gems = values.gems_per_vote ?? ranking.gems_per_vote;
			const stored = await edit.mutateAsync({ ...bodyOf(values), gems_per_vote: gems, version });
			return stored.approval_id === null ? valuesOf(stored.ranking) : WAITS;
		},
		reload: async () => valuesOf(await onReload()),
	});
	return (
		<EditorForm {...form} readOnly={readOnly}>
			<RankingFields draft={draft} frozen={ranking.frozen} readOnly={readOnly} />
		</EditorForm>
	);
}
