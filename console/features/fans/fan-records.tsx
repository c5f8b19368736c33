/** Shows the records of a wallet and an account, with one tab per kind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatChange, formatNumber } from '#client/numbers.ts';
import { readFanSessions, readFanVotes, readLedger } from '#contract/operator/accounts.ts';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/api/lists.ts';
import { readOf } from '../../lib/api/queries.ts';
import { CellLink, RowLink } from '../../lib/elements/links.tsx';
import { isOfOrder, useLedgerKind } from '../../lib/format/values.ts';
import { useAddressState } from '../../lib/lists/address-state.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { ReadRows, Rows } from '../../lib/table/table.tsx';
import { paths } from '../../paths.ts';
import './fan.css';

const PANEL = 'fan-records';
const RECORDS = ['ledger', 'orders', 'votes', 'sessions'] as const;

type LedgerEntry = RowOf<typeof readLedger>;

/** `orders`: the orders feature's table. */
export function FanRecords({ fanId, orders }: { fanId: number; orders: ReactNode }) {
	const { t } = useLingui();
	const [shown, setShown] = useAddressState('show', RECORDS);
	const labels = { ledger: t`Ledger`, orders: t`Orders`, votes: t`Votes`, sessions: t`Sessions` };
	return (
		<>
			<div className="fan-records-tabs">
				<Tabs
					look="segmented"
					label={t`Records`}
					panelId={PANEL}
					value={shown}
					onChange={setShown}
					items={RECORDS.map((value) => ({ value, label: labels[value] }))}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label={t`Records`}>
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
	const { t } = useLingui();
	return (
		<Rows
			of={readLedger}
			input={{ params: { fan_id: fanId }, query: {} }}
			label={t`Ledger`}
			empty={<Trans>No gems have moved yet</Trans>}
			columns={[
				{ key: 'seq', header: t`No.`, room: 'much', render: (entry) => entry.seq },
				{ key: 'kind', header: t`Entry`, strong: true, render: (entry) => <Kind entry={entry} /> },
				{ key: 'time', header: t`When`, room: 'some', time: (entry) => entry.time },
				{ key: 'earned', header: t`Earned`, align: 'end', render: (entry) => formatChange(entry.earned) },
				{ key: 'purchased', header: t`Bought`, align: 'end', render: (entry) => formatChange(entry.purchased) },
				{
					key: 'after',
					header: t`Balance`,
					room: 'some',
					strong: true,
					count: (entry) => entry.earned_after + entry.purchased_after,
				},
			]}
		/>
	);
}

function Kind({ entry }: { entry: LedgerEntry }) {
	const name = useLedgerKind()(entry.kind);
	const dateTime = useDateTime();
	return (
		<>
			{isOfOrder(entry.kind) ? <RowLink to={paths.one('orders', entry.cause)}>{name}</RowLink> : name}
			<Cause entry={entry} />
			<span className="cell-detail narrow-only">{dateTime(entry.time)}</span>
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
	return (
		<Rows
			of={readFanVotes}
			input={{ params: { fan_id: fanId }, query: {} }}
			label={t`Votes`}
			empty={<Trans>No votes yet</Trans>}
			columns={[
				{ key: 'time', header: t`When`, time: (vote) => vote.time },
				{
					key: 'artist',
					header: t`Artist`,
					strong: true,
					leads: (vote) => ['artists', vote.artist_id],
					render: (vote) => vote.en_name,
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					opens: (vote) => ['rankings', vote.ranking_key],
					render: (vote) => vote.ranking_key,
				},
				{ key: 'tickets', header: t`Votes`, align: 'end', strong: true, render: (vote) => <Tickets vote={vote} /> },
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

function Tickets({ vote: { tickets, voided } }: { vote: RowOf<typeof readFanVotes> }) {
	return (
		<>
			{formatNumber(tickets)}
			{voided && (
				<Link className="cell-detail cell-link voided-vote" to={paths.one('cases', voided.case_id)}>
					<Trans>
						Voided: {voided.reason}, case {voided.case_id}
					</Trans>
				</Link>
			)}
		</>
	);
}

function Sessions({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const read = useQuery(readOf(readFanSessions, { params: { fan_id: fanId } }));
	return (
		<ReadRows
			read={read}
			rows={read.data?.list}
			label={t`Sessions`}
			empty={<Trans>No sessions</Trans>}
			columns={[
				{ key: 'started', header: t`Signed in`, strong: true, time: (session) => session.started_time },
				{ key: 'provider', header: t`With`, render: (session) => session.provider },
				{ key: 'country', header: t`Country`, room: 'some', render: (session) => session.country ?? '–' },
				{ key: 'until', header: t`Ends`, room: 'some', time: (session) => session.expires_time },
				{
					key: 'status',
					header: t`Status`,
					render: ({ active }) => (active ? <Tag tone="good">{t`Open`}</Tag> : <Tag>{t`Over`}</Tag>),
				},
			]}
		/>
	);
}
