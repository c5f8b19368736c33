/** Tells why a log is stuck, and what to do. The same advice is in docs/operating/vote-log.md. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatAge } from '#client/time.ts';
import type { LogFault as Reason, VoteLog } from '#contract/operator/voting/vote-logs.ts';
import './log-health.css';

export function LogFault({ fault, now }: { fault: NonNullable<VoteLog['fault']>; now: number }) {
	const { happened, advice } = useAdvice()[fault.reason];
	return (
		<>
			<p>
				<b>{happened}</b> <Trans>Found {formatAge(now - fault.since_time)}. Voting goes on.</Trans>
			</p>
			<p className="log-note">{advice}</p>
			<details className="log-detail">
				<summary>
					<Trans>Message of the program</Trans>
				</summary>
				<code>{fault.detail}</code>
			</details>
		</>
	);
}

function useAdvice(): Record<Reason, { happened: string; advice: string }> {
	const { t } = useLingui();
	return {
		set_back: {
			happened: t`The database knows less than what was published.`,
			advice: t`It was restored from a backup, a replica that was behind has become the primary, or two sites use one store. Delete nothing. Bring back the database with the missing votes. If they are lost for good, the log of this ranking ends here: tell the fans, and open a new ranking under another key.`,
		},
		checkpoint_unreadable: {
			happened: t`The stored copy of the last checkpoint cannot be read.`,
			advice: t`Compare the file “checkpoint” in the store with a backup, and put the right file back. Do not delete it: it shows whether the database was set back.`,
		},
		tile_differs: {
			happened: t`A file of the log was published with other content.`,
			advice: t`The store holds another history of this ranking, or the file was damaged. Compare it with a backup or a mirror, and put the right file back if it was damaged.`,
		},
		tile_damaged: {
			happened: t`The store returned other content than was written.`,
			advice: t`Check the disk or the bucket. Nothing was signed. The log resumes once the store returns what was written.`,
		},
		leaves_missing: {
			happened: t`Entries of this log are missing or changed in the database.`,
			advice: t`Rows were changed by hand or damaged. Run npm run audit: it names the batches. Then restore them from a backup.`,
		},
		failing: {
			happened: t`The last attempt to publish failed.`,
			advice: t`Most often the disk is full or the store refuses. The log tries again every second and resumes by itself.`,
		},
	};
}
