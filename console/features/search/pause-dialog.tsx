/** Pauses or resumes a ranking from the search, with a reason. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pauseRanking, resumeRanking } from '#contract/operator/rankings/rankings.ts';
import { call } from '../../lib/api/call.ts';
import { StepDialog } from '../../lib/dialogs/step-dialog.tsx';
import type { PauseAsked } from './use-results.ts';

export function PauseDialog({ asked: { step, ranking }, onClose }: { asked: PauseAsked; onClose: () => void }) {
	const { t } = useLingui();
	const client = useQueryClient();
	const take = useMutation({
		mutationFn: (why: string) =>
			call(step === 'pause' ? pauseRanking : resumeRanking, { params: { ranking_key: ranking.id }, body: { why } }),
		onSuccess: () => client.invalidateQueries(),
	});
	const title = ranking.name ?? ranking.id;
	const words =
		step === 'pause'
			? {
					title: t`Pause ${title}?`,
					text: <Trans>Fans cannot vote until you resume the ranking. Its end stays the same.</Trans>,
					action: t`Pause`,
					done: t`Paused`,
				}
			: {
					title: t`Resume ${title}?`,
					text: <Trans>Fans can vote again at once.</Trans>,
					action: t`Resume`,
					done: t`Resumed`,
				};
	return <StepDialog words={words} take={take} onClose={onClose} />;
}
