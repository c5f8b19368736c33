/** Shows the records of a wallet and an account, with one tab per kind. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatChange, formatNumber } from '#client/numbers.ts';
import { readFanSessions, readFanVotes, readLedger } from '#contract/operator/accounts.ts';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRead } from '../../lib/api/calls.tsx';
import { type RowOf, useAddressState } from '../../lib/lists/list-state.tsx';
import { CellLink, RowLink } from '../../lib/elements/elements.tsx';
import { isOfOrder, ledgerKind } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { ReadRows, Rows } from '../../lib/table/table.tsx';
import { paths } from '../../nouns.ts';
import './fan.css';

const PANEL = 'fan-records';
const RECORDS = ['ledger', 'orders', 'votes', 'sessions'] as const;

type LedgerEntry = RowOf<typeof readLedger>;

/** `orders`: the orders feature's table. */
export function FanRecords({ fanId, orders }: { fanId: number; orders: ReactNode }) {
	const [shown, setShown] = useAddressState('show', RECORDS);
	const labels = { ledger: 'Ledger', orders: 'Orders', votes: 'Votes', sessions: 'Sessions' };
	return (
		<>
			<div className="fan-records-tabs">
				<Tabs
					look="segmented"
					label="Records"
					panelId={PANEL}
					value={shown}
					onChange={setShown}
					items={RECORDS.map((value) => ({ value, label: labels[value] }))}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label="Records">
				{shown === 'ledger' && <Ledger fanId={fanId} />}
				{shown === 'orders' && orders}
				{shown === 'votes' && <Votes fanId={fanId} />}
				{shown === 'sessions' && <Sessions fanId={fanId} />}
			</div>
		</>
	);
}

/** Lists a wallet's ledger entries. Entries caused by an order link to it. */
function Ledger({ fanId }: { fanId: number }) {
	return (
		<Rows
			of={readLedger}
			input={{ params: { fan_id: fanId }, query: {} }}
			label="Ledger"
			empty="No gems have moved yet"
			columns={[
				{ key: 'seq', header: 'No.', room: 'much', render: 'seq' },
				{ key: 'kind', header: 'Entry', strong: true, render: (entry) => <Kind entry={entry} /> },
				{ key: 'time', header: 'When', room: 'some', time: 'time' },
				{ key: 'earned', header: 'Earned', align: 'end', render: (entry) => formatChange(entry.earned) },
				{ key: 'purchased', header: 'Bought', align: 'end', render: (entry) => formatChange(entry.purchased) },
				{
					key: 'after',
					header: 'Balance',
					room: 'some',
					strong: true,
					count: (entry) => entry.earned_after + entry.purchased_after,
				},
			]}
		/>
	);
}

function Kind({ entry }: { entry: LedgerEntry }) {
	const name = ledgerKind(entry.kind);
	const dateTime = useDateTime();
	return (
		<>
			{isOfOrder(entry.kind) ? <RowLink to={paths.one('orders', entry.cause)}>{name}</RowLink> : name}
			<Cause entry={entry} />
			<span className="cell-detail block faint regular text-xs narrow-only">{dateTime(entry.time)}</span>
		</>
	);
}

/** What the entry paid for: the artist and the ranking of a vote, or the cause as the ledger has it. */
function Cause({ entry: { kind, cause, vote } }: { entry: LedgerEntry }) {
	if (!vote) return kind === 'vote' ? null : <span className="cell-detail block faint regular text-xs">{cause}</span>;
	return (
		<span className="cell-detail block faint regular text-xs">
			<CellLink to={paths.one('artists', vote.artist_id)}>{vote.en_name}</CellLink>
			{' · '}
			<CellLink to={paths.one('rankings', vote.ranking_key)}>{vote.ranking_title}</CellLink>
		</span>
	);
}

function Votes({ fanId }: { fanId: number }) {
	return (
		<Rows
			of={readFanVotes}
			input={{ params: { fan_id: fanId }, query: {} }}
			label="Votes"
			empty="No votes yet"
			columns={[
				{ key: 'time', header: 'When', time: 'time' },
				{ key: 'artist', header: 'Artist', strong: true, leads: ['artists', 'artist_id'], render: 'en_name' },
				{ key: 'ranking', header: 'Ranking', room: 'some', opens: ['rankings', 'ranking_key'], render: 'ranking_key' },
				{
					key: 'tickets',
					header: 'Votes',
					align: 'end',
					strong: true,
					render: ({ tickets, voided }) => (
						<>
							{formatNumber(tickets)}
							{voided && (
								<Link
									className="cell-detail block faint regular text-xs cell-link voided-vote"
									to={paths.one('cases', voided.case_id)}
								>
									Voided: {voided.reason}, case {voided.case_id}
								</Link>
							)}
						</>
					),
				},
				{
					key: 'cost',
					header: 'Gems earned + bought',
					align: 'end',
					room: 'much',
					render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
				},
			]}
		/>
	);
}

function Sessions({ fanId }: { fanId: number }) {
	const read = useRead(readFanSessions, { params: { fan_id: fanId } });
	return (
		<ReadRows
			read={read}
			rows={read.data?.list}
			label="Sessions"
			empty="No sessions"
			columns={[
				{ key: 'started', header: 'Signed in', strong: true, time: 'started_time' },
				{ key: 'provider', header: 'With', render: 'provider' },
				{ key: 'country', header: 'Country', room: 'some', render: (session) => session.country ?? '–' },
				{ key: 'until', header: 'Ends', room: 'some', time: 'expires_time' },
				{
					key: 'status',
					header: 'Status',
					render: ({ active }) => (active ? <Tag tone="good">Open</Tag> : <Tag>Over</Tag>),
				},
			]}
		/>
	);
}
