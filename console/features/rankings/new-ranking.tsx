/** Editor of a ranking that is not stored yet. It is created as a draft, with the next month filled in. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { type RankingType, rankingType } from '#contract/rankings.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { localNow } from '../../lib/format/local-time.ts';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { useCreateRanking } from './get-rankings.ts';
import { nextMonth } from './month-defaults.ts';
import { RankingFields } from './ranking-fields.tsx';
import { creationOf, noRanking, suggestedKey, valuesOf } from './ranking-values.ts';

interface Props {
	/** Keys of the latest rankings. */
	keys: readonly string[];
	siteGems: number | undefined;
}

export function NewRanking({ keys, siteGems }: Props) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { timezone } = useSiteZone();
	const create = useCreateRanking();
	const { ranking_key: _, ...month } = nextMonth(localNow(timezone), keys);
	const { draft, form } = useEditable({
		stored: { ...noRanking, ...month },
		check: (values) => issuesOf(createRanking, creationOf(values)),
		save: async (values) => {
			const { ranking } = await create.mutateAsync(creationOf(values));
			return ranking ? valuesOf(ranking) : WAITS;
		},
		// A reply without a ranking means that the ranking waits for approval.
		onSaved: ({ ranking_key: key }) => void navigate(key ? paths.one('rankings', key) : paths.approvals),
		onDiscarded: () => void navigate(paths.rankings),
	});
	const { values, set, errorOf } = draft;
	const names = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	function choose(type: RankingType) {
		const blank = { title: '', starts_local: '', ends_local: '' };
		const untouched = values.title === '' || values.title === month.title;
		set({ ranking_type: type, ...(untouched ? (type === 'monthly' ? month : blank) : {}) });
	}
	return (
		<EditorForm {...form} fresh saveLabel={<Trans>Save draft</Trans>}>
			<RankingFields draft={draft} frozen={false} readOnly={false} siteGems={siteGems}>
				<SelectField
					label={t`Type`}
					value={values.ranking_type}
					onChange={(event) => choose(rankingType.options.find((type) => type === event.target.value) ?? 'monthly')}
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
					error={errorOf('ranking_key')}
					value={values.ranking_key || suggestedKey(values)}
					onChange={(event) => set({ ranking_key: event.target.value.toLowerCase().replaceAll(/[^a-z0-9-]/g, '') })}
				/>
			</RankingFields>
		</EditorForm>
	);
}
