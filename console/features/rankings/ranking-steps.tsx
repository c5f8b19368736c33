/** Shows the actions on a ranking as a whole: pause, resume, certify, unpublish, delete, export. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '#client/call.ts';
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
import { useToast } from '#ui/primitives/toast.tsx';
import { Confirm } from '../../lib/dialogs/confirm.tsx';
import { type StepWords, WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { type Step, useDeleteRanking, useRankingStep } from './get-rankings.ts';
import './rankings.css';

export function RankingSteps({ ranking }: { ranking: ConsoleRanking }) {
	const may = useMay();
	const dateTime = useDateTime();
	const [asking, setAsking] = useState<Step | null>(null);
	const { status, stage, pause } = ranking;
	return (
		<div className="actions">
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
	return <WhyDialog {...words[step]} take={take} input={(why) => why} onClose={onClose} />;
}

/** Deletes a draft, after asking once. */
function DeleteRanking({ ranking }: { ranking: ConsoleRanking }) {
	const { t } = useLingui();
	const toast = useToast();
	const navigate = useNavigate();
	const remove = useDeleteRanking(ranking.ranking_key);
	const [asking, setAsking] = useState(false);
	return (
		<>
			<Button
				variant="quiet"
				className="button-dangerous"
				icon={<ConsoleIcon name="trash" />}
				onClick={() => setAsking(true)}
			>
				<Trans>Delete draft</Trans>
			</Button>
			{asking && (
				<Confirm
					title={t`Delete ${ranking.title}?`}
					text={<Trans>The draft and its list of artists are gone for good. Fans have never seen it.</Trans>}
					action={t`Delete`}
					dangerous
					busy={remove.isPending}
					error={remove.error}
					onClose={() => setAsking(false)}
					onDo={() =>
						remove.mutate(undefined, {
							onSuccess: () => {
								toast(t`${ranking.title} has been deleted`, 'success');
								void navigate(paths.rankings);
							},
						})
					}
				/>
			)}
		</>
	);
}
