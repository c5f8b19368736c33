/** One card per public log: how much it holds, and what does not count. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { VoteLog } from '#contract/voting.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { useTimezone } from '../../lib/site/get-site.ts';
import { formatDateTime } from '../../lib/time.ts';
import { addressOf } from '#public-log/browser/logs.ts';
import { VoidReasonText } from '../../lib/votes/vote-texts.tsx';
import './transparency.css';

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
	const { t } = useLingui();
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
				<summary>{t`Address and key`}</summary>
				<code>{log.log}</code>
				<code>{log.vkey}</code>
				<a href={`${addressOf(log.log)}/checkpoint`}>{t`Signature of the list`}</a>
			</details>
		</>
	);
}

/** A bar of all votes of a ranking: those that count, and those that were voided. */
function VoteShare({ counted, voided }: { counted: number; voided: number }) {
	const all = counted + voided;
	if (all === 0) return null;
	return (
		<div className="vote-share" aria-hidden="true">
			<span style={{ flexGrow: counted / all }} />
			{voided > 0 && <span className="vote-share-voided" style={{ flexGrow: voided / all }} />}
		</div>
	);
}

/** One named value of a description list. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
