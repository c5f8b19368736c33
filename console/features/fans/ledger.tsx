/** Lists a wallet's ledger entries. Entries caused by an order link to it. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { Table } from '#ui/primitives/table.tsx';
import { gemChange } from '../../lib/format/gem-change.ts';
import { isOfOrder, useLedgerKind } from '../../lib/format/ledger-kind.ts';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import type { LedgerEntry } from './get-fans.ts';

export function Ledger({ entries }: { entries: LedgerEntry[] | undefined }) {
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
