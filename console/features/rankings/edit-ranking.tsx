/** The editor of a stored ranking. */
import { useLingui } from '@lingui/react/macro';
import type { ConsoleRanking } from '#contract/operator/rankings.ts';
import { editRanking } from '#contract/operator/rankings.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useDraft } from '../../lib/form/use-draft.ts';
import { useMay } from '../../lib/operator.tsx';
import { useEditRanking } from './get-rankings.ts';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, valuesOf } from './ranking-values.ts';

interface Props {
	ranking: ConsoleRanking;
	/** Reads it again: what somebody else has stored. */
	onReload: () => Promise<ConsoleRanking | undefined>;
}

export function EditRanking({ ranking, onReload }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const may = useMay();
	const edit = useEditRanking(ranking.ranking_key);
	const draft = useDraft(valuesOf(ranking));
	const readOnly = !may(editRanking);
	async function save() {
		const { values, base } = draft;
		const body = { ...bodyOf(values), gems_per_vote: values.gems_per_vote ?? ranking.gems_per_vote };
		const stored = await edit.mutateAsync({ ...body, version: base.version });
		draft.restart(valuesOf(stored.ranking));
		toast(t`Saved`, 'success');
	}
	async function reload() {
		const stored = await onReload();
		edit.reset();
		if (stored) draft.restart(valuesOf(stored));
	}
	return (
		<EditorForm
			changed={draft.changed}
			busy={edit.isPending}
			error={edit.error}
			readOnly={readOnly}
			onSave={() => void save().catch(() => undefined)}
			onDiscard={() => {
				edit.reset();
				draft.discard();
			}}
			onReload={() => void reload()}
		>
			<RankingFields draft={draft} frozen={ranking.frozen} readOnly={readOnly} />
		</EditorForm>
	);
}
