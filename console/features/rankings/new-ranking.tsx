/** Editor of a ranking that is not stored yet. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { rankingType } from '#contract/rankings.ts';
import { CheckboxField, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';

import { paths } from '../../paths.ts';
import { useCreateRanking } from './get-rankings.ts';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, noRanking, suggestedKey, valuesOf } from './ranking-values.ts';

export function NewRanking() {
	const { t } = useLingui();
	const navigate = useNavigate();
	const create = useCreateRanking();
	const { draft, form } = useEditable({
		stored: noRanking,
		save: async (values) => {
			const { ranking } = await create.mutateAsync({
				...bodyOf(values),
				ranking_key: values.ranking_key || suggestedKey(values),
				ranking_type: values.ranking_type,
				draft: values.draft,
				gems_per_vote: values.gems_per_vote ?? undefined,
			});
			return ranking ? valuesOf(ranking) : WAITS;
		},
		// A reply without a ranking means that the ranking waits for approval.
		onSaved: ({ ranking_key: key }) => void navigate(key ? paths.one('rankings', key) : paths.approvals),
		onDiscarded: () => void navigate(paths.rankings),
	});
	const { values, set } = draft;
	const names = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	return (
		<EditorForm {...form} fresh>
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
				value={values.ranking_key || suggestedKey(values)}
				onChange={(event) => set({ ranking_key: event.target.value.toLowerCase().replaceAll(/[^a-z0-9-]/g, '') })}
			/>
			<RankingFields draft={draft} frozen={false} readOnly={false} />
			<CheckboxField
				label={t`Draft: not visible to fans until published`}
				checked={values.draft}
				onChange={(event) => set({ draft: event.target.checked })}
			/>
		</EditorForm>
	);
}
