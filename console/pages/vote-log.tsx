/** The public vote log: whether it runs, what stops a log, and how far each one is. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { VoteLog } from '#contract/operator/voting/vote-logs.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { voteLogsQuery } from '../features/vote-log/get-vote-logs.ts';
import { LogFault } from '../features/vote-log/log-fault.tsx';
import { LogHealth } from '../features/vote-log/log-health.tsx';
import { LogList } from '../features/vote-log/log-list.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function VoteLogPage() {
	const { t } = useLingui();
	const view = useTableView({ latest: 'desc' });
	const read = useInfiniteQuery(voteLogsQuery);
	const [first] = read.data?.pages ?? [];
	const now = first?.time ?? 0;
	const logs = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page title={t`Vote log`}>
			{first && (
				<Card>
					<LogHealth health={first.health} now={now} />
					{!first.health.running && <Stopped />}
					{first.health.behind && <Behind />}
				</Card>
			)}
			{logs?.filter(isStuck).map(({ ranking_key, title, fault }) => (
				<Card key={ranking_key} title={title}>
					<LogFault fault={fault} now={now} />
				</Card>
			))}
			<Card tight>
				<LogList
					logs={logs}
					now={now}
					view={view}
					read={read}
					nothing={
						<Empty
							lit={false}
							title={<Trans>No ranking has begun yet. Its votes are logged from its first vote on.</Trans>}
						/>
					}
				/>
				<MoreRows read={read} />
			</Card>
		</Page>
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
