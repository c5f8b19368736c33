/** Shows the records of a wallet and an account, with one tab per kind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { readFanOrders, readFanSessions, readFanVotes, readLedger } from '#contract/operator/accounts.ts';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { type RowOf, useList } from '../../lib/api/lists.ts';
import { readOf } from '../../lib/api/queries.ts';
import { CellLink, RowLink } from '../../lib/elements/links.tsx';
import { gemChange, isOfOrder, useLedgerKind } from '../../lib/format/values.ts';
import { useAddressState } from '../../lib/lists/address-state.ts';
import { ListState, MoreRows, type Paged, type Read } from '../../lib/lists/list-state.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { counts } from '../../lib/table/column.ts';
import { paths } from '../../paths.ts';
import './fan.css';

const PANEL = 'fan-records';
const RECORDS = ['ledger', 'orders', 'votes', 'sessions'] as const;

type LedgerEntry = RowOf<typeof readLedger>;

interface FanRecordsProps {
	fanId: number;
	/** The orders feature's table. */
	renderOrders: (orders: RowOf<typeof readFanOrders>[] | undefined) => ReactNode;
}

export function FanRecords({ fanId, renderOrders }: FanRecordsProps) {
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
				{shown === 'ledger' && <Ledger fanId={fanId} />}
				{shown === 'orders' && <Orders fanId={fanId} renderOrders={renderOrders} />}
				{shown === 'votes' && <Votes fanId={fanId} />}
				{shown === 'sessions' && <Sessions fanId={fanId} />}
			</div>
		</>
	);
}

const of = (fanId: number) => ({ params: { fan_id: fanId }, query: {} });

interface PanelProps<Row> {
	label: string;
	read: Read & Paged;
	rows: readonly Row[] | undefined;
	columns: readonly Column<Row>[];
	empty: ReactNode;
}

function Panel<Row extends object>({ read, rows, empty, ...table }: PanelProps<Row>) {
	const numbered = rows?.map((row, index) => ({ ...row, index }));
	return (
		<ListState read={read} count={rows?.length} empty={empty}>
			<Table {...table} rows={numbered} rowKey={({ index }) => index} />
			<MoreRows read={read} />
		</ListState>
	);
}

function Orders({ fanId, renderOrders }: FanRecordsProps) {
	const { read, rows } = useList(readFanOrders, of(fanId));
	return (
		<ListState read={read} count={rows?.length} empty={<Trans>No orders yet</Trans>}>
			{renderOrders(rows)}
			<MoreRows read={read} />
		</ListState>
	);
}

/** Lists a wallet's ledger entries. Entries caused by an order link to it. */
function Ledger({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Panel
			{...useList(readLedger, of(fanId))}
			label={t`Ledger`}
			empty={<Trans>No gems have moved yet</Trans>}
			columns={[
				{ key: 'seq', header: t`No.`, room: 'much', render: (entry) => entry.seq },
				{ key: 'kind', header: t`Entry`, strong: true, render: (entry) => <Kind entry={entry} /> },
				{ key: 'time', header: t`When`, room: 'some', render: (entry) => dateTime(entry.time) },
				{ key: 'earned', header: t`Earned`, align: 'end', render: (entry) => gemChange(entry.earned) },
				{ key: 'purchased', header: t`Bought`, align: 'end', render: (entry) => gemChange(entry.purchased) },
				counts<LedgerEntry>('after', t`Balance`, (entry) => entry.earned_after + entry.purchased_after, {
					room: 'some',
					strong: true,
				}),
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
			<span className="cell-detail narrow-only">{dateTime(entry.time)}</span>
		</>
	);
	return (
		<>
			{isOfOrder(entry.kind) ? <RowLink to={paths.one('orders', entry.cause)}>{name}</RowLink> : name}
			{below}
		</>
	);
}

/** What the entry paid for: the artist and the ranking of a vote, or the cause as the ledger has it. */
function Cause({ entry: { kind, cause, vote } }: { entry: LedgerEntry }) {
	if (!vote) return kind === 'vote' ? null : <span className="cell-detail">{cause}</span>;
	return (
		<span className="cell-detail">
			<CellLink to={paths.one('artists', vote.artist_id)}>{vote.en_name}</CellLink>
			{' · '}
			<CellLink to={paths.one('rankings', vote.ranking_key)}>{vote.ranking_title}</CellLink>
		</span>
	);
}

function Votes({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Panel
			{...useList(readFanVotes, of(fanId))}
			label={t`Votes`}
			empty={<Trans>No votes yet</Trans>}
			columns={[
				{ key: 'time', header: t`When`, render: (vote) => dateTime(vote.time) },
				{
					key: 'artist',
					header: t`Artist`,
					strong: true,
					render: (vote) => <CellLink to={paths.one('artists', vote.artist_id)}>{vote.en_name}</CellLink>,
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					render: (vote) => <RowLink to={paths.one('rankings', vote.ranking_key)}>{vote.ranking_key}</RowLink>,
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
								<Link className="cell-detail cell-link voided-vote" to={paths.one('cases', vote.voided.case_id)}>
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

function Sessions({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const read = useQuery(readOf(readFanSessions, { params: { fan_id: fanId } }));
	return (
		<Panel
			read={read}
			rows={read.data?.list}
			label={t`Sessions`}
			empty={<Trans>No sessions</Trans>}
			columns={[
				{ key: 'started', header: t`Signed in`, strong: true, render: (session) => dateTime(session.started_time) },
				{ key: 'provider', header: t`With`, render: (session) => session.provider },
				{ key: 'country', header: t`Country`, room: 'some', render: (session) => session.country ?? '–' },
				{ key: 'until', header: t`Ends`, room: 'some', render: (session) => dateTime(session.expires_time) },
				{
					key: 'status',
					header: t`Status`,
					render: (session) => (session.active ? <Tag tone="good">{t`Open`}</Tag> : <Tag>{t`Over`}</Tag>),
				},
			]}
		/>
	);
}
