/** The public vote log: whether it runs, what stops a log, and how far each one is. */
import { presentSeconds } from '#client/server-clock.ts';
import { formatAge } from '#client/time.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listVoteLogs, type LogFault, type VoteLog } from '#contract/operator/voting/vote-logs.ts';
import { LogHealth } from '../features/vote-log/log-health.tsx';
import { type Looks, StateTag } from '../lib/elements/elements.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { Card } from '../shell/page.tsx';
import '../features/vote-log/log-health.css';
import { counted } from '../lib/format/values.ts';

const REFRESH_MS = 5_000;

export default function VoteLogPage() {
	const ageOf = ({ last_checkpoint_time: last }: VoteLog) =>
		last === null ? 'None yet' : formatAge(presentSeconds() - last);
	return (
		<ListPage
			of={{ noun: 'ranking', list: listVoteLogs }}
			refetchMs={REFRESH_MS}
			sorts={{ latest: 'desc' }}
			nameOf={(row) => row.title}
			none="No ranking has begun yet. Its votes are logged from its first vote on."
			renderAbove={(_, first) => first && <Health {...first} />}
			columns={[
				{ key: 'ranking', header: 'Ranking', opens: () => undefined, render: (row) => <LogName log={row} /> },
				{ key: 'state', header: 'State', render: (row) => <LogState log={row} /> },
				{ key: 'age', header: 'Last checkpoint', room: 'some', render: ageOf },
				{ key: 'waiting', header: 'Waiting', room: 'some', count: 'unpublished' },
				{ key: 'entries', header: 'Entries', strong: true, count: 'entries' },
			]}
		/>
	);
}

/** Logs with a fault come first. */
const Health = ({ health, time: now, list }: ReplyOf<typeof listVoteLogs>) => (
	<>
		<Card>
			<LogHealth health={health} now={now} />
			{!health.running && <p className="log-note mt-3">{STOPPED}</p>}
			{health.behind && <p className="log-note mt-3">{BEHIND}</p>}
		</Card>
		{list.filter(isStuck).map(({ ranking_key, title, fault }) => (
			<Card key={ranking_key} title={title}>
				<p>
					<b>{advices[fault.reason][0]}</b> Found {formatAge(now - fault.since_time)}. Voting goes on.
				</p>
				<p className="log-note mt-3">{advices[fault.reason][1]}</p>
				<details className="exact">
					<summary>Message of the program</summary>
					<code>{fault.detail}</code>
				</details>
			</Card>
		))}
	</>
);

type Stuck = VoteLog & { fault: NonNullable<VoteLog['fault']> };
const isStuck = (log: VoteLog): log is Stuck => log.fault !== null;

const STOPPED =
	'No process publishes the logs. Voting goes on, and nothing is lost: every server takes the logs over within seconds of its start. If this stays so, check that a server is running and reaches the database directly, and read its log.';
const BEHIND =
	'A process runs the logs, but nothing was published for more than a minute. Voting goes on, and nothing is lost. Look for “the vote log could not go on” in the log of the servers.';

/** Why a log is stuck, and what to do. The same advice is in docs/operating/vote-log.md. */
const advices: Record<LogFault, readonly [happened: string, advice: string]> = {
	set_back: [
		'The database knows less than what was published.',
		'It was restored from a backup, a replica that was behind has become the primary, or two sites use one store. Delete nothing. Bring back the database with the missing votes. If they are lost for good, the log of this ranking ends here: tell the fans, and open a new ranking under another key.',
	],
	checkpoint_unreadable: [
		'The stored copy of the last checkpoint cannot be read.',
		'Compare the file “checkpoint” in the store with a backup, and put the right file back. Do not delete it: it shows whether the database was set back.',
	],
	tile_differs: [
		'A file of the log was published with other content.',
		'The store holds another history of this ranking, or the file was damaged. Compare it with a backup or a mirror, and put the right file back if it was damaged.',
	],
	tile_damaged: [
		'The store returned other content than was written.',
		'Check the disk or the bucket. Nothing was signed. The log resumes once the store returns what was written.',
	],
	leaves_missing: [
		'Entries of this log are missing or changed in the database.',
		'Rows were changed by hand or damaged. Run npm run audit: it names the batches. Then restore them from a backup.',
	],
	failing: [
		'The last attempt to publish failed.',
		'Most often the disk is full or the store refuses. The log tries again every second and resumes by itself.',
	],
};

/** A log without a checkpoint has nothing to show. */
const LogName = ({ log: { title, url, entries, unpublished } }: { log: VoteLog }) => (
	<>
		{entries > 0 ? (
			<a className="table-link" href={`${url}/checkpoint`} target="_blank" rel="noreferrer">
				{title}
			</a>
		) : (
			title
		)}
		{unpublished > 0 && (
			<span className="cell-detail block faint regular text-xs narrow-only">
				{counted(unpublished, 'entry waits', 'entries wait')}
			</span>
		)}
	</>
);

function LogState({ log: { state, closed, certified } }: { log: VoteLog }) {
	const ended = certified ? 'Complete' : closed ? 'Voting closed' : 'Up to date';
	const looks: Looks<VoteLog['state']> = {
		none: ['neutral', 'No log yet'],
		current: ['good', ended],
		publishing: ['good', 'Publishing'],
		behind: ['warning', 'Behind'],
		stopped: ['bad', 'Stopped'],
		failing: ['warning', 'Retrying'],
		halted: ['bad', 'Halted'],
	};
	return <StateTag looks={looks} state={state} />;
}
