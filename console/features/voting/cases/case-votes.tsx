/** Lists the votes of a case by fan, with the status of each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { exportCaseVotes } from '#contract/operator/lists/exports.ts';
import { type CaseVote, type VoteCase, restoreCase } from '#contract/operator/voting/cases.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useMay } from '../../../lib/session/operator.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { WaitingDialog } from '../../../lib/dialogs/waiting-dialog.tsx';
import type { DataColumn } from '../../../lib/table/column.ts';
import { DataTable, type DataTableProps } from '../../../lib/table/data-table.tsx';
import { paths } from '../../../paths.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import './cases.css';

type Fan = { fan_id: number; name: string };

type Vote = CaseVote & { index: number };

interface Props extends Pick<DataTableProps<Vote>, 'read' | 'view' | 'filters' | 'nothing'> {
	one: VoteCase;
	votes: CaseVote[] | undefined;
	/** The fan to whom the list is narrowed. */
	fanId: number | null;
}

export function CaseVotes({ one, votes, fanId, ...rest }: Props) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	const [asked, setAsked] = useState<Fan | 'waiting' | null>(null);
	const rows = useMemo(() => votes?.map((vote, index) => ({ ...vote, index })), [votes]);
	const close = () => setAsked(null);
	const nameOf = ({ fan_id, name }: CaseVote) => name ?? t`Fan ${fan_id}`;
	const file = {
		endpoint: exportCaseVotes,
		params: { case_id: one.case_id },
		filter: { fan_id: fanId ?? undefined },
		fileName: `case-${one.case_id}.csv`,
		isPersonal: true,
	};
	const canRestore = !one.certified && one.state === 'voided' && may(restoreCase);
	const columns: DataColumn<Vote>[] = [
		{
			key: 'fan',
			header: t`Fan`,
			strong: true,
			exportAs: ['fan', 'name', 'country', 'cast'],
			render: (vote) => (
				<>
					<Link to={paths.one('fans', vote.fan_id)}>{nameOf(vote)}</Link>
					<span className="case-detail">{[vote.country, dateTime(vote.cast_time)].filter(Boolean).join(' · ')}</span>
				</>
			),
		},
		{
			key: 'artist',
			header: t`Artist`,
			room: 'some',
			exportAs: ['artist'],
			render: (vote) => (
				<Link className="cell-link" to={paths.one('artists', vote.artist_id)}>
					{vote.en_name}
				</Link>
			),
		},
		{
			key: 'tickets',
			header: t`Votes`,
			align: 'end',
			strong: true,
			exportAs: ['tickets'],
			render: (vote) => formatNumber(vote.tickets),
		},
		{
			key: 'cost',
			header: t`Gems earned + bought`,
			exportAs: ['cost'],
			align: 'end',
			room: 'much',
			render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
		},
		{ key: 'state', header: t`State`, exportAs: ['state'], render: (vote) => <VoteState vote={vote} /> },
	];
	if (canRestore) {
		columns.push({
			key: 'restore',
			header: t`Restore`,
			fixed: true,
			align: 'end',
			room: 'some',
			render: (vote) =>
				vote.voided_time !== null && vote.restored_time === null ? (
					<Button
						variant="quiet"
						aria-label={t`Restore the votes of ${nameOf(vote)}`}
						onClick={() => setAsked({ fan_id: vote.fan_id, name: nameOf(vote) })}
					>
						<Trans>Restore</Trans>
					</Button>
				) : null,
		});
	}
	return (
		<>
			<DataTable
				{...rest}
				label={t`Votes of the case`}
				rows={rows}
				rowKey={(vote) => vote.index}
				nameOf={nameOf}
				columns={columns}
				tools={{ list: 'case-votes', file }}
			/>
			{asked !== null && asked !== 'waiting' && (
				<RestoreDialog one={one} fan={asked} onClose={close} onWaiting={() => setAsked('waiting')} />
			)}
			{asked === 'waiting' && <WaitingDialog onClose={close} />}
		</>
	);
}

function VoteState({ vote }: { vote: CaseVote }) {
	const { t } = useLingui();
	if (vote.restored_time !== null) {
		return (
			<>
				<Tag tone="good">{t`Restored`}</Tag>
				{vote.returned > 0 && (
					<span className="case-detail">
						{vote.retaken > 0 ? t`${formatNumber(vote.retaken)} gems taken back` : t`no gems taken`}
					</span>
				)}
			</>
		);
	}
	if (vote.voided_time === null) return <Tag>{t`Counts`}</Tag>;
	return (
		<>
			<Tag tone="bad">{t`Voided`}</Tag>
			{vote.returned > 0 && <span className="case-detail">{t`${formatNumber(vote.returned)} gems returned`}</span>}
		</>
	);
}
