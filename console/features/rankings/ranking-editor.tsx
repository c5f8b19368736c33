/** Editor of a stored ranking. A draft is published from here, so that no unsaved edit is left behind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { publishRanking, type ConsoleRanking, rankings } from '#contract/operator/rankings/rankings.ts';
import type { RankingType } from '#contract/rankings.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { formOf } from '../../lib/form/contract-form.ts';
import { useItem } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { Fields } from '../../lib/form/fields-of.tsx';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { localNow } from '../../lib/format/time.ts';
import { TranslationsOf } from '../../lib/form/translations.tsx';
import { PreviewFold } from '../../lib/preview/fan-page.tsx';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { type PublishFacts, PublishRanking, RankingPreview } from './publish-ranking.tsx';
import { useRankingFields } from './ranking-fields.tsx';
import { nextMonth, suggestedKey, type RankingValues } from './proposals.ts';

const { bodyOf } = formOf(rankings);

interface EditRankingProps {
	ranking: ConsoleRanking;
	facts: PublishFacts;
}

export function EditRanking({ ranking, facts }: EditRankingProps) {
	const may = useMay();
	const edited = useItem(rankings, {
		stored: ranking,
		// Without a price, that of the site.
		bodyOf: (values: RankingValues) =>
			bodyOf({ ...values, gems_per_vote: values.gems_per_vote ?? facts.siteGems ?? ranking.gems_per_vote }),
	});
	const { draft, form, saveWith } = edited;
	const { title, cover_media_id: cover, cover_alt, cover_link_url } = draft.values;
	const fields = useRankingFields({ edited, frozen: ranking.frozen, siteGems: facts.siteGems });
	return (
		<>
			<EditorForm
				{...form}
				saveLabel={ranking.draft ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
				effect={ranking.draft ? null : <FanChanges draft={draft} fields={fields} />}
				actions={
					ranking.draft &&
					may(publishRanking) && (
						<PublishRanking ranking={ranking} facts={facts} changed={draft.changed} save={() => saveWith({})} />
					)
				}
			>
				<Fields of={rankings} edited={edited} fields={fields} />
				<PreviewFold>
					<RankingPreview ranking={{ ...ranking, title, cover, cover_alt, cover_link_url }} artists={facts.artists} />
				</PreviewFold>
			</EditorForm>
			<TranslationsOf noun={rankings.noun} stored={ranking} fields={fields} />
		</>
	);
}

interface NewRankingProps {
	/** Keys of the latest rankings. */
	keys: readonly string[];
	siteGems: number | undefined;
}

/** Editor of a ranking that is not stored yet. It is created as a draft, with the next month filled in. */
export function NewRanking({ keys, siteGems }: NewRankingProps) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { timezone } = useSiteZone();
	const month = nextMonth(localNow(timezone), keys);
	const edited = useItem(rankings, {
		stored: undefined,
		fresh: { ranking_type: 'monthly', review_hours: 24, draft: true, ...month },
		// A stored ranking needs a price; a new one without takes that of the site.
		bodyOf: (values: RankingValues) => ({
			...bodyOf({ ...values, ranking_key: values.ranking_key || suggestedKey(values) }),
			gems_per_vote: values.gems_per_vote ?? undefined,
		}),
		onSaved: ({ ranking }) => void navigate(ranking ? paths.one('rankings', ranking.ranking_key) : paths.approvals),
		onDiscarded: () => void navigate(paths.rankings),
	});
	const { values, set } = edited.draft;
	function choose(type: RankingType) {
		const blank = { title: '', starts_local: '', ends_local: '' };
		const untouched = values.title === '' || values.title === month.title;
		set({ ranking_type: type, ...(untouched ? (type === 'monthly' ? month : blank) : {}) });
	}
	const names = [
		['monthly', t`Monthly`],
		['birthday', t`Birthday`],
		['theme', t`Theme`],
	] as const;
	const fields = useRankingFields(
		{ edited, siteGems },
		{
			ranking_type: {
				label: t`Type`,
				render: (field) => <ChoiceField {...field} options={names} onChange={choose} />,
			},
			ranking_key: {
				label: t`Key`,
				hint: t`Part of addresses; cannot be changed later.`,
				render: ({ value, onChange, ...field }) => (
					<TextField
						{...field}
						value={value || suggestedKey(values)}
						onChange={({ target }) => onChange(target.value)}
					/>
				),
			},
		},
	);
	return (
		<EditorForm {...edited.form} saveLabel={<Trans>Save draft</Trans>}>
			<Fields of={rankings} edited={edited} fields={fields} />
		</EditorForm>
	);
}
