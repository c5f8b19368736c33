/** Editor of a stored ranking. A draft is published from here, so that no unsaved edit is left behind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import {
	publishRanking,
	type ConsoleRanking,
	createRanking,
	editRanking,
} from '#contract/operator/rankings/rankings.ts';
import { type RankingType, rankingType } from '#contract/rankings.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { call } from '../../lib/api/call.ts';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { localNow } from '../../lib/format/time.ts';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { type PublishFacts, PublishRanking } from './publish-ranking.tsx';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, creationOf, nextMonth, suggestedKey, valuesOf } from './ranking-values.ts';

interface EditRankingProps {
	ranking: ConsoleRanking;
	facts: PublishFacts;
}

export function EditRanking({ ranking, facts }: EditRankingProps) {
	const { t } = useLingui();
	const may = useMay();
	const { draft, form, saveWith } = useEditable({
		stored: ranking,
		target: `ranking:${ranking.ranking_key}`,
		call: createRanking,
		valuesOf,
		bodyOf: creationOf,
		save: (_, version, values) => {
			const gems = values.gems_per_vote ?? facts.siteGems ?? ranking.gems_per_vote;
			return call(editRanking, {
				params: { ranking_key: ranking.ranking_key },
				body: { ...bodyOf(values), gems_per_vote: gems, version },
			});
		},
	});
	const labels = {
		title: t`Title`,
		starts_local: t`Starts`,
		ends_local: t`Ends before`,
		gems_per_vote: t`Gems per vote`,
		votes_per_fan_max: t`Votes per fan`,
		review_hours: t`Review period (hours)`,
		cover: t`Cover`,
		cover_link_url: t`Cover link`,
	};
	return (
		<EditorForm
			{...form}
			saveLabel={ranking.draft ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={ranking.draft ? null : <FanChanges draft={draft} labels={labels} />}
			actions={
				ranking.draft &&
				may(publishRanking) && (
					<PublishRanking ranking={ranking} facts={facts} changed={draft.changed} save={() => saveWith({})} />
				)
			}
		>
			<RankingFields draft={draft} frozen={ranking.frozen} readOnly={form.readOnly} siteGems={facts.siteGems} />
		</EditorForm>
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
	const { draft, form } = useEditable({
		stored: undefined,
		call: createRanking,
		valuesOf: () => ({ ...valuesOf(), ...month }),
		bodyOf: creationOf,
		save: (body) => call(createRanking, { body }),
		onSaved: ({ ranking }) => void navigate(ranking ? paths.one('rankings', ranking.ranking_key) : paths.approvals),
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
		<EditorForm {...form} saveLabel={<Trans>Save draft</Trans>}>
			<RankingFields draft={draft} frozen={false} readOnly={form.readOnly} siteGems={siteGems}>
				<ChoiceField
					label={t`Type`}
					value={values.ranking_type}
					options={rankingType.options.map((type) => [type, names[type]])}
					onChange={choose}
				/>
				<TextField
					label={t`Key`}
					hint={<Trans>Part of addresses; cannot be changed later.</Trans>}
					error={errorOf('ranking_key')}
					value={values.ranking_key || suggestedKey(values)}
					onChange={(event) => set({ ranking_key: event.target.value })}
				/>
			</RankingFields>
		</EditorForm>
	);
}
