import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { VoteLog } from '#contract/voting.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { Fact, useMoment } from '../../lib/elements/elements.tsx';
import { addressOf } from '#public-log/browser/logs.ts';
import { VoidReasonText } from '../../lib/votes/vote-texts.tsx';
import './transparency.css';

export function LogCards({ logs }: { logs: readonly VoteLog[] }) {
	return (
		<ul className="log-cards stack gap-4">
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
	const moment = useMoment();
	const time = log.checkpoint_time;
	const [voided, hidden] = [log.voided, log.hidden].map(sumOf) as [number, number];
	const counted = log.tickets - hidden;
	return (
		<>
			<h3>
				{log.title} {log.stage === 'certified' && <Tag>{<Trans>Final</Trans>}</Tag>}
			</h3>
			<VoteShare counted={counted} voided={voided + hidden} />
			<dl className="stack gap-4">
				<Fact name={<Trans>Entries</Trans>}>{formatNumber(log.entries)}</Fact>
				<Fact name={<Trans>Votes that count</Trans>}>{formatNumber(counted)}</Fact>
				<Fact name={<Trans>Voided votes</Trans>}>
					{formatNumber(voided)}
					{log.voided.map(({ reason, tickets }) => (
						<small key={reason} className="block muted text-s regular">
							{formatNumber(tickets)} <VoidReasonText reason={reason} />
						</small>
					))}
				</Fact>
				{hidden > 0 && (
					<Fact name={<Trans>Votes for hidden artists</Trans>}>
						{formatNumber(hidden)}
						{log.hidden.map(({ artist, tickets }) => (
							<small key={artist} className="block muted text-s regular">
								{formatNumber(tickets)} <bdi>{artist}</bdi>
							</small>
						))}
					</Fact>
				)}
				<Fact name={<Trans>Last signed</Trans>}>{time === null ? <Trans>Not yet</Trans> : moment(time)}</Fact>
			</dl>
			<details>
				<summary className="fold row gap-3 muted text-s">{t`Address and key`}</summary>
				<code>{log.log}</code>
				<code>{log.vkey}</code>
				<a className="target text-s underlined" href={`${addressOf(log.log)}/checkpoint`}>{t`Signature of the list`}</a>
			</details>
		</>
	);
}

const sumOf = (all: readonly { tickets: number }[]) => all.reduce((sum, { tickets }) => sum + tickets, 0);

function VoteShare({ counted, voided }: { counted: number; voided: number }) {
	const all = counted + voided;
	if (all === 0) return null;
	return (
		<div className="vote-split flex mt-4 clipped pill" aria-hidden="true">
			<span style={{ flexGrow: counted / all }} />
			{voided > 0 && <span className="vote-split-voided" style={{ flexGrow: voided / all }} />}
		</div>
	);
}
