/** Publishes a draft after its edits are saved: the checklist, the preview, and until when it can be undone. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../../lib/api/error-text.ts';
import { localText } from '../../../lib/format/local-time.ts';
import { PublishDialog } from '../../../lib/publishing/publish-dialog.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { usePublishRanking } from '../get-rankings.ts';
import { cardOf, type NewCard, type PublishFacts } from './publish-facts.ts';
import { RankingPreview } from './ranking-preview.tsx';
import { useRankingChecks } from './use-ranking-checks.tsx';

interface Props {
	ranking: ConsoleRanking;
	facts: PublishFacts;
	/** True if edits are not saved yet. */
	changed: boolean;
	/** Saves them. Returns true if they are stored. */
	save: () => Promise<boolean>;
}

export function PublishRanking({ ranking, facts, changed, save }: Props) {
	const [asking, setAsking] = useState(false);
	async function ask() {
		setAsking(!changed || (await save()));
	}
	return (
		<>
			<Button icon={<Icon name="check" />} onClick={() => void ask()}>
				{changed ? <Trans>Save and publish…</Trans> : <Trans>Publish…</Trans>}
			</Button>
			{asking && <Ask ranking={ranking} facts={facts} onClose={() => setAsking(false)} />}
		</>
	);
}

function Ask({ ranking, facts, onClose }: Pick<Props, 'ranking' | 'facts'> & { onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const { zoneName } = useSiteZone();
	const publish = usePublishRanking(ranking.ranking_key);
	const checks = useRankingChecks(ranking, facts);
	const textOf = useErrorText();
	const newCard = useNewCard(ranking);
	const [withCard, setWithCard] = useState(true);
	const addCard = cardOf(ranking, facts.cards) ? undefined : facts.addCard;
	async function finish() {
		onClose();
		const refusal = await (withCard && addCard?.(newCard).then(() => null, textOf));
		if (refusal) toast(t`Published, but no home card was added: ${refusal}`);
		else toast(t`Published: visible to fans`, 'success');
	}
	return (
		<PublishDialog
			title={t`Publish ${ranking.title}?`}
			checks={addCard ? checks.filter(({ key }) => key !== 'card') : checks}
			preview={<RankingPreview ranking={ranking} artists={facts.artists} />}
			when={
				<Trans>
					Fans see it at once as upcoming. Voting opens on {localText(ranking.starts_local)} {zoneName}.
				</Trans>
			}
			undo={<Trans>You can unpublish it until a fan has voted.</Trans>}
			busy={publish.isPending}
			error={publish.error}
			onClose={onClose}
			onPublish={() => publish.mutate(ranking.version, { onSuccess: () => void finish() })}
		>
			{addCard && (
				<CheckboxField
					label={t`Add a home card, “${newCard.rank_name}”`}
					hint={<Trans>No home card leads fans to this ranking yet.</Trans>}
					checked={withCard}
					onChange={({ target }) => setWithCard(target.checked)}
				/>
			)}
		</PublishDialog>
	);
}

/** A month’s card shows every month that follows. */
function useNewCard({ ranking_key: key, ranking_type: type, title }: ConsoleRanking): NewCard {
	const { t } = useLingui();
	if (type === 'monthly') return { ranking_key: key, main_tab: 'monthly', rank_name: t`Monthly` };
	return { ranking_key: key, main_tab: key.slice(0, 40), rank_name: title };
}
