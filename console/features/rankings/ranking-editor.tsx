/** Editor of a ranking. A draft is published from here, so that no unsaved edit is left behind. Rules can be edited until it opens. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ConsoleRanking, publishRanking, rankings } from '#contract/operator/rankings/rankings.ts';
import { editEconomy } from '#contract/operator/site/settings.ts';
import type { RankingType } from '#contract/rankings.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { type PublishFacts, PublishRanking, RankingPreview } from './publish-ranking.tsx';
import { TextInput } from '../../lib/elements/elements.tsx';
import { formOf } from '../../lib/form/contract-form.ts';
import { type Draft, type Editable, useItem } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { ChoiceField, DateTimeField, DayField, Fields, type FieldsOf } from '../../lib/form/fields.tsx';
import { FanChanges } from '../../lib/form/item-editor.tsx';
import { TranslationsOf } from '../../lib/form/translations.tsx';
import { dayAfter, localNow, localText, minuteBefore } from '../../lib/format/values.ts';
import { PreviewFold } from '../../lib/preview/fan-page.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../nouns.ts';
import { nextMonth, type RankingValues, suggestedKey } from './proposals.ts';

const { bodyOf } = formOf(rankings);

export function EditRanking({ ranking, facts }: { ranking: ConsoleRanking; facts: PublishFacts }) {
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
				saveLabel={ranking.draft ? 'Save draft' : 'Save changes'}
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

/** Editor of a ranking that is not stored yet. It is created as a draft, with the next month filled in. `keys`: of the latest rankings. */
export function NewRanking({ keys, siteGems }: { keys: readonly string[]; siteGems: number | undefined }) {
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
		['monthly', 'Monthly'],
		['birthday', 'Birthday'],
		['theme', 'Theme'],
	] as const;
	const fields = useRankingFields(
		{ edited, siteGems },
		{
			ranking_type: { label: 'Type', render: (field) => <ChoiceField {...field} options={names} onChange={choose} /> },
			ranking_key: {
				label: 'Key',
				hint: 'Part of addresses; cannot be changed later.',
				render: (field) => <TextInput {...field} value={field.value || suggestedKey(values)} />,
			},
		},
	);
	return (
		<EditorForm {...edited.form} saveLabel="Save draft">
			<Fields of={rankings} edited={edited} fields={fields} />
		</EditorForm>
	);
}

interface RankingFieldsProps {
	edited: Editable<RankingValues>;
	/** True once the ranking has opened. */
	frozen?: boolean;
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
}

/** `first`: the fields of a new ranking above the others. */
function useRankingFields(
	{ edited: { draft }, frozen: fixed = false, siteGems }: RankingFieldsProps,
	first: Pick<FieldsOf<RankingValues>, 'ranking_type' | 'ranking_key'> = { ranking_type: null, ranking_key: null },
): FieldsOf<RankingValues> {
	const may = useMay();
	return {
		...first,
		draft: null,
		title: { label: 'Title', hint: fixed ? 'Voting has begun: only title and cover can change now.' : undefined },
		starts_local: { label: 'Starts', render: () => <PeriodFields draft={draft} disabled={fixed} /> },
		// One part of the form sets both.
		ends_local: { label: 'Ends before', render: () => null },
		gems_per_vote: {
			label: 'Gems per vote',
			hint:
				siteGems === undefined || draft.values.gems_per_vote === siteGems
					? 'The site’s price.'
					: `The site’s price is ${siteGems}. Leave empty to use it.`,
			fixed: fixed || !may(editEconomy),
		},
		votes_per_fan_max: { label: 'Votes per fan', hint: 'Leave empty for no limit.', fixed },
		review_hours: {
			label: 'Review period (hours)',
			hint: 'Time after the end in which cases are decided before the result is final.',
			fixed,
		},
		cover_media_id: { label: 'Cover', shape: [16, 9], beside: true },
		cover_alt: { label: 'Cover alt text', hint: 'For fans who cannot see it.', beside: true },
		cover_link_url: { label: 'Cover link', beside: true },
	};
}

const MIDNIGHT = 'T00:00';

/** The period: by its first and last day, or to the minute. The end is stored as exclusive. */
function PeriodFields({ draft, disabled }: { draft: Draft<RankingValues>; disabled: boolean }) {
	const { zoneName } = useSiteZone();
	const [exact, setExact] = useState(false);
	const { field, set, errorOf } = draft;
	const { starts_local: starts, ends_local: ends } = draft.values;
	const wholeDays = [starts, ends].every((local) => local === '' || local.endsWith(MIDNIGHT));
	const midnight = (day: string) => (day === '' ? '' : `${day}${MIDNIGHT}`);
	const dayOf = (local: string) => local.split('T')[0] ?? '';
	const lastMinute = localText(minuteBefore(ends) ?? '');
	return (
		<>
			<div className="editor-pair stack align-start">
				{exact || !wholeDays ? (
					<>
						<DateTimeField label="Starts" disabled={disabled} {...field('starts_local')} />
						<DateTimeField
							label="Ends before"
							hint={lastMinute && `The last vote counts at ${lastMinute} ${zoneName}.`}
							disabled={disabled}
							{...field('ends_local')}
						/>
					</>
				) : (
					<>
						<DayField
							label={`First day (${zoneName})`}
							error={errorOf('starts_local')}
							disabled={disabled}
							value={dayOf(starts)}
							onChange={(day) => set({ starts_local: midnight(day) })}
						/>
						<DayField
							label={`Last day (${zoneName})`}
							error={errorOf('ends_local')}
							disabled={disabled}
							// A text that is no time stands as it was typed.
							value={dayOf(minuteBefore(ends) ?? ends)}
							onChange={(day) => set({ ends_local: midnight(dayAfter(day) ?? day) })}
						/>
					</>
				)}
			</div>
			{!disabled && wholeDays && (
				<CheckboxField label="Set times of day" checked={exact} onChange={(event) => setExact(event.target.checked)} />
			)}
		</>
	);
}
