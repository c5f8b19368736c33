/** Lists the votes of a case by fan, with the status of each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { type CaseVote, type VoteCase } from '#contract/operator/voting/cases.ts';
import { restoreCase } from '#contract/operator/voting/decisions.ts';
import { Button } from '#ui/primitives/button.tsx';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useMay } from '../../../lib/session/operator.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { WaitingDialog } from '../../../lib/dialogs/waiting-dialog.tsx';
import { paths } from '../../../paths.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import './cases.css';

type Fan = { fan_id: number; name: string };

export function CaseVotes({ one, votes }: { one: VoteCase; votes: CaseVote[] | undefined }) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	const [asked, setAsked] = useState<Fan | 'waiting' | null>(null);
	const close = () => setAsked(null);
	const nameOf = ({ fan_id, name }: CaseVote) => name ?? t`Fan ${fan_id}`;
	const canRestore = !one.certified && one.state === 'voided' && may(restoreCase);
	const columns: Column<CaseVote & { index: number }>[] = [
		{
			key: 'fan',
			header: t`Fan`,
			strong: true,
			render: (vote) => (
				<>
					<Link to={paths.one('fans', vote.fan_id)}>{nameOf(vote)}</Link>
					<span className="case-detail case-row-detail">{vote.en_name}</span>
					<span className="case-detail">{[vote.country, dateTime(vote.cast_time)].filter(Boolean).join(' · ')}</span>
				</>
			),
		},
		{
			key: 'artist',
			header: t`Artist`,
			room: 'some',
			render: (vote) => (
				<Link className="cell-link" to={paths.one('artists', vote.artist_id)}>
					{vote.en_name}
				</Link>
			),
		},
		{ key: 'tickets', header: t`Votes`, align: 'end', strong: true, render: (vote) => formatNumber(vote.tickets) },
		{
			key: 'cost',
			header: t`Gems earned + bought`,
			align: 'end',
			room: 'much',
			render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
		},
		{ key: 'state', header: t`State`, render: (vote) => <VoteState vote={vote} /> },
	];
	if (canRestore) {
		columns.push({
			key: 'restore',
			header: <span className="visually-hidden">{t`Restore`}</span>,
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
			<Table
				label={t`Votes of the case`}
				rows={votes?.map((vote, index) => ({ ...vote, index }))}
				rowKey={(vote) => vote.index}
				columns={columns}
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
