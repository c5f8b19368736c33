/** Shows the records of a wallet and an account, with one tab per kind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readFanSessions } from '#contract/operator/accounts.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useAddressState } from '../../lib/lists/address-state.ts';
import { ListState, MoreRows } from '../../lib/lists/list-state.tsx';
import {
	type FanOrder,
	type FanVote,
	type LedgerEntry,
	ledgerQuery,
	ordersQuery,
	sessionsQuery,
	votesQuery,
} from './get-fans.ts';
import { gemChange, isOfOrder, useLedgerKind } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import './fan.css';

const PANEL = 'fan-records';
const RECORDS = ['ledger', 'orders', 'votes', 'sessions'] as const;

interface Props {
	fanId: number;
	/** The orders feature's table. */
	renderOrders: (orders: FanOrder[] | undefined) => ReactNode;
}

export function FanRecords({ fanId, renderOrders }: Props) {
	const { t } = useLingui();
	const [shown, setShown] = useAddressState('show', RECORDS);
	return (
		<>
			<div className="fan-records-tabs">
				<Tabs
					look="segmented"
					label={t`Records`}
					panelId={PANEL}
					value={shown}
					onChange={setShown}
					items={[
						{ value: 'ledger', label: t`Ledger` },
						{ value: 'orders', label: t`Orders` },
						{ value: 'votes', label: t`Votes` },
						{ value: 'sessions', label: t`Sessions` },
					]}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label={t`Records`}>
				{shown === 'ledger' && <LedgerPanel fanId={fanId} />}
				{shown === 'orders' && <OrdersPanel fanId={fanId} renderOrders={renderOrders} />}
				{shown === 'votes' && <VotesPanel fanId={fanId} />}
				{shown === 'sessions' && <SessionsPanel fanId={fanId} />}
			</div>
		</>
	);
}

function LedgerPanel({ fanId }: { fanId: number }) {
	const read = useInfiniteQuery(ledgerQuery(fanId));
	const entries = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={entries?.length} empty={<Trans>No gems have moved yet</Trans>}>
			<Ledger entries={entries} />
			<MoreRows read={read} />
		</ListState>
	);
}

function VotesPanel({ fanId }: { fanId: number }) {
	const read = useInfiniteQuery(votesQuery(fanId));
	const votes = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={votes?.length} empty={<Trans>No votes yet</Trans>}>
			<FanVotes votes={votes} />
			<MoreRows read={read} />
		</ListState>
	);
}

function OrdersPanel({ fanId, renderOrders }: Props) {
	const read = useInfiniteQuery(ordersQuery(fanId));
	const orders = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={orders?.length} empty={<Trans>No orders yet</Trans>}>
			{renderOrders(orders)}
			<MoreRows read={read} />
		</ListState>
	);
}

function SessionsPanel({ fanId }: { fanId: number }) {
	const read = useQuery(sessionsQuery(fanId));
	return (
		<ListState read={read} count={read.data?.length} empty={<Trans>No sessions</Trans>}>
			<FanSessions sessions={read.data} />
		</ListState>
	);
}

/** Lists a wallet's ledger entries. Entries caused by an order link to it. */
function Ledger({ entries }: { entries: LedgerEntry[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Ledger`}
			rows={entries}
			rowKey={(entry) => entry.seq}
			columns={[
				{ key: 'seq', header: t`No.`, room: 'much', render: (entry) => entry.seq },
				{ key: 'kind', header: t`Entry`, strong: true, render: (entry) => <Kind entry={entry} /> },
				{ key: 'time', header: t`When`, room: 'some', render: (entry) => dateTime(entry.time) },
				{ key: 'earned', header: t`Earned`, align: 'end', render: (entry) => gemChange(entry.earned) },
				{ key: 'purchased', header: t`Bought`, align: 'end', render: (entry) => gemChange(entry.purchased) },
				{
					key: 'after',
					header: t`Balance`,
					align: 'end',
					room: 'some',
					strong: true,
					render: (entry) => formatNumber(entry.earned_after + entry.purchased_after),
				},
			]}
		/>
	);
}

function Kind({ entry }: { entry: LedgerEntry }) {
	const name = useLedgerKind()(entry.kind);
	const dateTime = useDateTime();
	const below = (
		<>
			<Cause entry={entry} />
			<span className="record-cause record-when">{dateTime(entry.time)}</span>
		</>
	);
	return (
		<>
			{isOfOrder(entry.kind) ? (
				<Link className="table-link" to={paths.one('orders', entry.cause)}>
					{name}
				</Link>
			) : (
				name
			)}
			{below}
		</>
	);
}

/** What the entry paid for: the artist and the ranking of a vote, or the cause as the ledger has it. */
function Cause({ entry: { kind, cause, vote } }: { entry: LedgerEntry }) {
	if (!vote) return kind === 'vote' ? null : <span className="record-cause">{cause}</span>;
	return (
		<span className="record-cause">
			<Link className="cell-link" to={paths.one('artists', vote.artist_id)}>
				{vote.en_name}
			</Link>
			{' · '}
			<Link className="cell-link" to={paths.one('rankings', vote.ranking_key)}>
				{vote.ranking_title}
			</Link>
		</span>
	);
}

type FanSession = ReplyOf<typeof readFanSessions>['list'][number];

/** A fan's orders, votes and sessions. */
function FanVotes({ votes }: { votes: FanVote[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Votes`}
			rows={votes?.map((vote, index) => ({ ...vote, index }))}
			rowKey={(vote) => vote.index}
			columns={[
				{ key: 'time', header: t`When`, render: (vote) => dateTime(vote.time) },
				{
					key: 'artist',
					header: t`Artist`,
					strong: true,
					render: (vote) => (
						<Link className="cell-link" to={paths.one('artists', vote.artist_id)}>
							{vote.en_name}
						</Link>
					),
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					render: (vote) => (
						<Link className="table-link" to={paths.one('rankings', vote.ranking_key)}>
							{vote.ranking_key}
						</Link>
					),
				},
				{
					key: 'tickets',
					header: t`Votes`,
					align: 'end',
					strong: true,
					render: (vote) => (
						<>
							{formatNumber(vote.tickets)}
							{vote.voided && (
								<Link className="record-cause cell-link" to={paths.one('cases', vote.voided.case_id)}>
									<Trans>
										Voided: {vote.voided.reason}, case {vote.voided.case_id}
									</Trans>
								</Link>
							)}
						</>
					),
				},
				{
					key: 'cost',
					header: t`Gems earned + bought`,
					align: 'end',
					room: 'much',
					render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
				},
			]}
		/>
	);
}

function FanSessions({ sessions }: { sessions: FanSession[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Sessions`}
			rows={sessions?.map((session, index) => ({ ...session, index }))}
			rowKey={(session) => session.index}
			columns={[
				{ key: 'started', header: t`Signed in`, strong: true, render: (session) => dateTime(session.started_time) },
				{ key: 'provider', header: t`With`, render: (session) => session.provider },
				{ key: 'country', header: t`Country`, room: 'some', render: (session) => session.country ?? '–' },
				{ key: 'until', header: t`Ends`, room: 'some', render: (session) => dateTime(session.expires_time) },
				{
					key: 'status',
					header: t`Status`,
					render: (session) =>
						session.active ? (
							<Tag tone="good">
								<Trans>Open</Trans>
							</Tag>
						) : (
							<Tag>
								<Trans>Over</Trans>
							</Tag>
						),
				},
			]}
		/>
	);
}
