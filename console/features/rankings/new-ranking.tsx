/** An editor for a ranking that is not stored yet. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { rankingType } from '#contract/rankings.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useDraft } from '../../lib/form/use-draft.ts';
import { paths } from '../../paths.ts';
import { useCreateRanking } from './get-rankings.ts';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, noRanking, suggestedKey } from './ranking-values.ts';

export function NewRanking() {
	const { t } = useLingui();
	const toast = useToast();
	const navigate = useNavigate();
	const create = useCreateRanking();
	const draft = useDraft(noRanking);
	const { values, set } = draft;
	const names = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	const key = values.ranking_key || suggestedKey(values);
	async function save() {
		const { ranking } = await create.mutateAsync({
			...bodyOf(values),
			ranking_key: key,
			ranking_type: values.ranking_type,
			gems_per_vote: values.gems_per_vote ?? undefined,
		});
		draft.restart(noRanking);
		toast(t`Saved`, 'success');
		void navigate(paths.one('rankings', ranking.ranking_key));
	}
	return (
		<EditorForm
			changed={draft.changed}
			fresh
			busy={create.isPending}
			error={create.error}
			onSave={() => void save().catch(() => undefined)}
			onDiscard={() => {
				draft.discard();
				void navigate(paths.rankings);
			}}
		>
			<SelectField
				label={t`Type`}
				value={values.ranking_type}
				onChange={(event) =>
					set({ ranking_type: rankingType.options.find((type) => type === event.target.value) ?? 'monthly' })
				}
			>
				{rankingType.options.map((type) => (
					<option key={type} value={type}>
						{names[type]}
					</option>
				))}
			</SelectField>
			<TextField
				label={t`Key`}
				hint={<Trans>Part of addresses; cannot be changed later.</Trans>}
				value={key}
				onChange={(event) => set({ ranking_key: event.target.value.toLowerCase().replaceAll(/[^a-z0-9-]/g, '') })}
			/>
			<RankingFields draft={draft} frozen={false} readOnly={false} />
		</EditorForm>
	);
}
