/** Shows the actions on a ranking as a whole: pause, resume, certify, unpublish, delete, export. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { exportResults } from '#contract/operator/rankings/entries.ts';
import {
	deleteRanking,
	unpublishRanking,
	certifyRanking,
	type ConsoleRanking,
	pauseRanking,
} from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { addressOf } from '../../lib/api/call.ts';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { StepDialog, type StepWords } from '../../lib/dialogs/step-dialog.tsx';
import { DeleteRanking } from './publishing/delete-ranking.tsx';
import { type Step, useRankingStep } from './get-rankings.ts';
import './ranking-steps.css';

export function RankingSteps({ ranking }: { ranking: ConsoleRanking }) {
	const may = useMay();
	const dateTime = useDateTime();
	const [asking, setAsking] = useState<Step | null>(null);
	const { status, stage, pause } = ranking;
	return (
		<div className="ranking-steps">
			{pause && (
				<output className="ranking-pause">
					<Trans>
						Paused since {dateTime(pause.since)}: {pause.reason}
					</Trans>
				</output>
			)}
			{may(pauseRanking) && status === 'ongoing' && (
				<Button variant="line" icon={<Icon name="pause" />} onClick={() => setAsking('pause')}>
					<Trans>Pause</Trans>
				</Button>
			)}
			{may(pauseRanking) && status === 'paused' && (
				<Button variant="line" icon={<Icon name="play" />} onClick={() => setAsking('resume')}>
					<Trans>Resume</Trans>
				</Button>
			)}
			{may(certifyRanking) && status === 'ended' && stage === 'closed' && (
				<Button variant="line" icon={<Icon name="check" />} onClick={() => setAsking('certify')}>
					<Trans>Certify the result</Trans>
				</Button>
			)}
			{may(unpublishRanking) && ranking.can_unpublish && (
				<Button variant="line" onClick={() => setAsking('unpublish')}>
					<Trans>Unpublish</Trans>
				</Button>
			)}
			{may(deleteRanking) && ranking.draft && <DeleteRanking ranking={ranking} />}
			{!ranking.draft && <Downloads ranking={ranking} />}
			{asking && <RankingStepDialog key={asking} step={asking} ranking={ranking} onClose={() => setAsking(null)} />}
		</div>
	);
}

function Downloads({ ranking }: { ranking: ConsoleRanking }) {
	return (
		<>
			{(['csv', 'json'] as const).map((format) => (
				<a
					key={format}
					className={buttonClass({ variant: 'quiet' })}
					href={addressOf(exportResults, { params: { ranking_key: ranking.ranking_key }, query: { format } })}
					download
				>
					<ConsoleIcon name="down" />
					{format.toUpperCase()}
				</a>
			))}
		</>
	);
}

function RankingStepDialog({ step, ranking, onClose }: { step: Step; ranking: ConsoleRanking; onClose: () => void }) {
	const { t } = useLingui();
	const take = useRankingStep(ranking.ranking_key, step);
	const words: Record<Step, StepWords> = {
		pause: {
			title: t`Pause ${ranking.title}?`,
			text: <Trans>Fans cannot vote until you resume the ranking. Its end stays the same.</Trans>,
			action: t`Pause`,
			done: t`Paused`,
		},
		resume: {
			title: t`Resume ${ranking.title}?`,
			text: <Trans>Fans can vote again at once.</Trans>,
			action: t`Resume`,
			done: t`Resumed`,
		},
		certify: {
			title: t`Certify ${ranking.title}?`,
			text: <Trans>The review ends and the result is final.</Trans>,
			action: t`Certify`,
			done: t`Certified`,
		},
		unpublish: {
			title: t`Unpublish ${ranking.title}?`,
			text: (
				<Trans>
					It becomes a draft that fans do not see. To publish it again, its start must be in the future. This is
					possible until a fan has voted.
				</Trans>
			),
			action: t`Unpublish`,
			done: t`Unpublished: it is a draft again`,
		},
	};
	return <StepDialog words={words[step]} take={take} onClose={onClose} />;
}
