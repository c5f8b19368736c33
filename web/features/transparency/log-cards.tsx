/** One card per public log: how much it holds, and what does not count. */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { VoteLog } from '#contract/voting.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { useTimezone } from '../../lib/site/get-site.ts';
import { formatDateTime } from '../../lib/time.ts';
import { addressOf } from '../../lib/votes/log-address.ts';
import { VoidReasonText } from '../../lib/votes/void-reason-text.tsx';
import { Fact } from './fact.tsx';
import { VoteShare } from './vote-share.tsx';
import './log-cards.css';

export function LogCards({ logs }: { logs: readonly VoteLog[] }) {
	return (
		<ul className="log-cards">
			{logs.map((log) => (
				<li key={log.ranking_key} className="panel">
					<LogCard log={log} />
				</li>
			))}
		</ul>
	);
}

function LogCard({ log }: { log: VoteLog }) {
	const { timeZone, name: zone } = useTimezone();
	const time = log.checkpoint_time;
	const voided = log.voided.reduce((sum, { tickets }) => sum + tickets, 0);
	return (
		<>
			<h3>
				{log.title} {log.stage === 'certified' && <Tag>{<Trans>closed for good</Trans>}</Tag>}
			</h3>
			<VoteShare counted={log.tickets} voided={voided} />
			<dl>
				<Fact name={<Trans>Entries</Trans>}>{formatNumber(log.entries)}</Fact>
				<Fact name={<Trans>Votes that count</Trans>}>{formatNumber(log.tickets)}</Fact>
				<Fact name={<Trans>Voided votes</Trans>}>
					{formatNumber(voided)}
					{log.voided.map(({ reason, tickets }) => (
						<small key={reason}>
							{formatNumber(tickets)} <VoidReasonText reason={reason} />
						</small>
					))}
				</Fact>
				<Fact name={<Trans>Last signed</Trans>}>
					{time === null ? <Trans>Not yet</Trans> : `${formatDateTime(time, timeZone)} ${zone}`}
				</Fact>
			</dl>
			<details>
				<summary>
					<Trans>Address and key</Trans>
				</summary>
				<code>{log.log}</code>
				<code>{log.vkey}</code>
				<a href={`${addressOf(log.log)}/checkpoint`}>
					<Trans>Signature of the list</Trans>
				</a>
			</details>
		</>
	);
}
