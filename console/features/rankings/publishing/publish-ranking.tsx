/** Publishes a draft after its edits are saved: the checklist, the preview, and until when it can be undone. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { localText } from '../../../lib/format/local-time.ts';
import { PublishDialog } from '../../../lib/publishing/publish-dialog.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { usePublishRanking } from '../get-rankings.ts';
import type { PublishFacts } from './publish-facts.ts';
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
	return (
		<PublishDialog
			title={t`Publish ${ranking.title}?`}
			checks={checks}
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
			onPublish={() =>
				publish.mutate(ranking.version, {
					onSuccess: () => {
						toast(t`Published: visible to fans`, 'success');
						onClose();
					},
				})
			}
		/>
	);
}
