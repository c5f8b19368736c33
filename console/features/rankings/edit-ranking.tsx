/** Editor of a stored ranking. A draft is published from here, so that no unsaved edit is left behind. */
import { Trans, useLingui } from '@lingui/react/macro';
import {
	publishRanking,
	type ConsoleRanking,
	createRanking,
	editRanking,
} from '#contract/operator/rankings/rankings.ts';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { useEditRanking } from './get-rankings.ts';
import type { PublishFacts } from './publishing/publish-facts.ts';
import { PublishRanking } from './publishing/publish-ranking.tsx';
import { RankingFields } from './ranking-fields.tsx';
import { bodyOf, creationOf, valuesOf } from './ranking-values.ts';

interface Props {
	ranking: ConsoleRanking;
	facts: PublishFacts;
	/** Reads the ranking again, to get the values that another operator has stored. */
	onReload: () => Promise<ConsoleRanking>;
}

export function EditRanking({ ranking, facts, onReload }: Props) {
	const { t } = useLingui();
	const may = useMay();
	const edit = useEditRanking(ranking.ranking_key);
	const readOnly = !may(editRanking);
	const { draft, form, saveWith } = useEditable({
		stored: valuesOf(ranking),
		check: (values) => issuesOf(createRanking, creationOf(values)),
		save: async (values, { version }) => {
			const gems = values.gems_per_vote ?? facts.siteGems ?? ranking.gems_per_vote;
			const stored = await edit.mutateAsync({ ...bodyOf(values), gems_per_vote: gems, version });
			return stored.approval_id === null ? valuesOf(stored.ranking) : WAITS;
		},
		reload: async () => valuesOf(await onReload()),
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
			readOnly={readOnly}
			saveLabel={ranking.draft ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={ranking.draft ? null : <FanChanges draft={draft} labels={labels} />}
			actions={
				ranking.draft &&
				may(publishRanking) && (
					<PublishRanking ranking={ranking} facts={facts} changed={draft.changed} save={() => saveWith({})} />
				)
			}
		>
			<RankingFields draft={draft} frozen={ranking.frozen} readOnly={readOnly} siteGems={facts.siteGems} />
		</EditorForm>
	);
}
