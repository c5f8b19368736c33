/** The public vote log: whether it runs, what stops a log, and how far each one is. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { presentSeconds } from '#client/server-clock.ts';
import { formatAge } from '#client/time.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listVoteLogs, type LogFault as Reason, type VoteLog } from '#contract/operator/voting/vote-logs.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { LogHealth } from '../features/vote-log/log-health.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { Card } from '../shell/page.tsx';
import '../features/vote-log/log-health.css';

const REFRESH_MS = 5_000;

export default function VoteLogPage() {
	const { t } = useLingui();
	const ageOf = ({ last_checkpoint_time: last }: VoteLog) =>
		last === null ? t`None yet` : formatAge(presentSeconds() - last);
	return (
		<ListPage
			title={t`Vote log`}
			of={{ list: listVoteLogs }}
			section="voteLog"
			refetchMs={REFRESH_MS}
			sorts={{ latest: 'desc' }}
			rowKey={(row) => row.ranking_key}
			nameOf={(row) => row.title}
			none={t`No ranking has begun yet. Its votes are logged from its first vote on.`}
			renderAbove={(first) => <Health key="health" {...first} />}
			columns={[
				{
					key: 'ranking',
					header: t`Ranking`,
					strong: true,
					opens: () => undefined,
					render: (row) => <LogName log={row} />,
				},
				{ key: 'state', header: t`State`, render: (row) => <StateTag log={row} /> },
				{ key: 'age', header: t`Last checkpoint`, room: 'some', render: ageOf },
				{ key: 'waiting', header: t`Waiting`, room: 'some', count: (row) => row.unpublished },
				{ key: 'entries', header: t`Entries`, strong: true, count: (row) => row.entries },
			]}
		/>
	);
}

/** Logs with a fault come first. */
function Health({ health, time: now, list }: ReplyOf<typeof listVoteLogs>) {
	return (
		<>
			<Card>
				<LogHealth health={health} now={now} />
				{!health.running && <Stopped />}
				{health.behind && <Behind />}
			</Card>
			{list.filter(isStuck).map(({ ranking_key, title, fault }) => (
				<Card key={ranking_key} title={title}>
					<LogFault fault={fault} now={now} />
				</Card>
			))}
		</>
	);
}

type Stuck = VoteLog & { fault: NonNullable<VoteLog['fault']> };
const isStuck = (log: VoteLog): log is Stuck => log.fault !== null;

function Stopped() {
	return (
		<p className="log-note">
			<Trans>
				No process publishes the logs. Voting goes on, and nothing is lost: every server takes the logs over within
				seconds of its start. If this stays so, check that a server is running and reaches the database directly, and
				read its log.
			</Trans>
		</p>
	);
}

function Behind() {
	return (
		<p className="log-note">
			<Trans>
				A process runs the logs, but nothing was published for more than a minute. Voting goes on, and nothing is lost.
				Look for “the vote log could not go on” in the log of the servers.
			</Trans>
		</p>
	);
}

/** Tells why a log is stuck, and what to do. The same advice is in docs/operating/vote-log.md. */
function LogFault({ fault, now }: { fault: NonNullable<VoteLog['fault']>; now: number }) {
	const { happened, advice } = useAdvice()[fault.reason];
	return (
		<>
			<p>
				<b>{happened}</b> <Trans>Found {formatAge(now - fault.since_time)}. Voting goes on.</Trans>
			</p>
			<p className="log-note">{advice}</p>
			<details className="exact">
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

/** A log without a checkpoint has nothing to show. */
function LogName({ log: { title, url, entries, unpublished } }: { log: VoteLog }) {
	return (
		<>
			{entries > 0 ? (
				<a className="table-link" href={`${url}/checkpoint`} target="_blank" rel="noreferrer">
					{title}
				</a>
			) : (
				title
			)}
			{unpublished > 0 && (
				<span className="cell-detail narrow-only">
					<Plural value={unpublished} one="# entry waits" other="# entries wait" />
				</span>
			)}
		</>
	);
}

function StateTag({ log: { state, closed, certified } }: { log: VoteLog }) {
	const { t } = useLingui();
	const ended = certified ? t`Complete` : closed ? t`Voting closed` : t`Up to date`;
	const states: Record<VoteLog['state'], [TagTone, string]> = {
		none: ['neutral', t`No log yet`],
		current: ['good', ended],
		publishing: ['good', t`Publishing`],
		behind: ['warning', t`Behind`],
		stopped: ['bad', t`Stopped`],
		failing: ['warning', t`Retrying`],
		halted: ['bad', t`Halted`],
	};
	const [tone, name] = states[state];
	return <Tag tone={tone}>{name}</Tag>;
}
