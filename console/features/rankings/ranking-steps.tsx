/** Shows the actions on a ranking as a whole: pause, resume, certify, unpublish, delete, export. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { addressOf } from '#client/call.ts';
import { exportResults } from '#contract/operator/rankings/entries.ts';
import {
	certifyRanking,
	type ConsoleRanking,
	deleteRanking,
	listRankings,
	unpublishRanking,
} from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { call } from '../../lib/api/call.ts';
import { AskFirst } from '../../lib/dialogs/confirm.tsx';
import { usePauseStep, useResumeStep } from '../../lib/dialogs/pause-steps.tsx';
import { Steps } from '../../lib/dialogs/steps.tsx';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import './rankings.css';

export function RankingSteps({ ranking, first }: { ranking: ConsoleRanking; first: readonly string[] }) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	const { title, status, stage, pause } = ranking;
	const names = first.join(', ');
	return (
		<div className="actions">
			{pause && (
				<output className="ranking-pause">
					<Trans>
						Paused since {dateTime(pause.since)}: {pause.reason}
					</Trans>
				</output>
			)}
			<Steps
				params={{ ranking_key: ranking.ranking_key }}
				steps={{
					pause: { ...usePauseStep(title), when: status === 'ongoing' },
					resume: { ...useResumeStep(title), when: status === 'paused' },
					certify: {
						call: certifyRanking,
						when: status === 'ended' && stage === 'closed',
						label: t`Certify the result`,
						icon: <Icon name="check" />,
						title: t`Certify ${title}?`,
						text: t`The first three: ${names}. The result is final. Before the review is over, another operator has to approve it.`,
						action: t`Certify`,
						done: t`Certified`,
					},
					unpublish: {
						call: unpublishRanking,
						when: ranking.can_unpublish,
						label: t`Unpublish`,
						title: t`Unpublish ${title}?`,
						text: t`It becomes a draft that fans do not see. To publish it again, its start must be in the future. This is possible until a fan has voted.`,
						done: t`Unpublished: it is a draft again`,
					},
				}}
			/>
			{may(deleteRanking) && ranking.draft && <DeleteRanking ranking={ranking} />}
			{!ranking.draft && <Downloads ranking={ranking} />}
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

/** Deletes a draft, after asking once. */
function DeleteRanking({ ranking }: { ranking: ConsoleRanking }) {
	const { t } = useLingui();
	const toast = useToast();
	const navigate = useNavigate();
	const client = useQueryClient();
	// The ranking itself cannot be read any more.
	const remove = useMutation({
		mutationFn: () => call(deleteRanking, { params: { ranking_key: ranking.ranking_key } }),
		onSuccess: () => void client.invalidateQueries({ queryKey: [listRankings.path] }),
	});
	return (
		<AskFirst
			label={<Trans>Delete draft</Trans>}
			variant="quiet"
			className="button-dangerous"
			icon={<ConsoleIcon name="trash" />}
			title={t`Delete ${ranking.title}?`}
			text={<Trans>The draft and its list of artists are gone for good. Fans have never seen it.</Trans>}
			action={t`Delete`}
			dangerous
			busy={remove.isPending}
			error={remove.error}
			onDo={() =>
				remove.mutate(undefined, {
					onSuccess: () => {
						toast(t`${ranking.title} has been deleted`, 'success');
						void navigate(paths.rankings);
					},
				})
			}
		/>
	);
}
