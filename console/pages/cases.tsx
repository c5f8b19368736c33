/** Cases: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import { exportCaseVotes, exportedColumns } from '#contract/operator/lists/exports.ts';
import {
	type CaseVote,
	listCases,
	listCaseVotes,
	readCase,
	restoreCase,
	type VoteCase,
} from '#contract/operator/voting/cases.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { CaseFacts, CaseStateTag, CaseSteps, RestoreDialog } from '../features/voting/cases/case.tsx';
import { isFanNumber } from '../features/voting/cases/chosen-votes.ts';
import { useList } from '../lib/api/lists.ts';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { useDateTime, useMay } from '../lib/session/operator.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { Card, OneCard, Page } from '../shell/page.tsx';
import '../features/voting/cases/cases.css';

export default function CasesPage() {
	const { id } = useParams();
	return id === undefined ? <Cases /> : <OneCase key={id} caseId={Number(id)} />;
}

function Cases() {
	const { t } = useLingui();
	return (
		<ListPage
			title={t`Cases`}
			of={{ list: listCases }}
			section="cases"
			sorts={{ opened: 'desc' }}
			actions={<TrailLink to={paths.votes}>{t`Votes by ranking`}</TrailLink>}
			rowKey={(row) => row.case_id}
			nameOf={(row) => t`Case ${row.case_id}`}
			none={t`No cases yet`}
			hint={t`A case collects votes that should not count. Open one on the page of a ranking’s votes.`}
			columns={[
				{
					key: 'case',
					header: t`Case`,
					strong: true,
					sortAs: 'opened',
					render: (row) => t`${row.case_id}: ${row.reason}`,
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					leads: (row) => ['rankings', row.ranking_key],
					render: (row) => row.ranking_title,
				},
				{ key: 'state', header: t`State`, render: (row) => <CaseStateTag state={row.state} /> },
				{ key: 'opened', header: t`Opened`, room: 'much', time: (row) => row.opened_time },
				{ key: 'voided', header: t`Voided`, room: 'some', count: (row) => row.voided_tickets - row.restored_tickets },
				{ key: 'votes', header: t`Votes`, strong: true, count: (row) => row.tickets },
			]}
		/>
	);
}

/** Polling interval while a job voids or restores. */
const ASK_AGAIN_MS = 1_000;

function OneCase({ caseId }: { caseId: number }) {
	const { t } = useLingui();
	const read = useQuery(
		readOf(
			readCase,
			{ params: { case_id: caseId } },
			{
				refetchInterval: ({ state: { data } }) =>
					data?.case.state === 'voiding' || data?.case.state === 'restoring' ? ASK_AGAIN_MS : false,
			},
		),
	);
	const one = read.data?.case;
	return (
		<Page title={t`Case ${caseId}`} actions={<TrailLink to={paths.cases}>{t`All cases`}</TrailLink>}>
			{one ? (
				<>
					<Card>
						<WaitsNotice name="case_id" value={caseId} />
						<CaseFacts one={one} />
						<CaseSteps one={one} />
						<TrailLink to={paths.auditOf(`case:${caseId}`)}>{t`Audit trail of this case`}</TrailLink>
					</Card>
					<VotesOf one={one} />
				</>
			) : (
				<OneCard read={read} />
			)}
		</Page>
	);
}

type Vote = CaseVote & { index: number };

/** Lists the votes of a case by fan, with the status of each. */
function VotesOf({ one }: { one: VoteCase }) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	const view = useTableView({ fan: 'asc' });
	const [words, setWords] = useState('');
	const sought = useSettled(words.trim());
	const fanId = isFanNumber(sought) ? Number(sought) : undefined;
	const params = { case_id: one.case_id };
	const query = { fan_id: fanId };
	// A job voids and restores.
	const revision = `${one.voided_votes}-${one.restored_votes}`;
	const { read, rows: found } = useList(listCaseVotes, { params, query }, { revision });
	// No fan has a number that is none.
	const rows = sought === '' || fanId !== undefined ? found : [];
	const [restoring, setRestoring] = useState<{ fan_id: number; name: string } | null>(null);
	const nameOf = ({ fan_id, name }: CaseVote) => name ?? t`Fan ${fan_id}`;
	const file = {
		endpoint: exportCaseVotes,
		params,
		columns: exportedColumns.caseVotes,
		filter: query,
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
					<span className="cell-detail">{[vote.country, dateTime(vote.cast_time)].filter(Boolean).join(' · ')}</span>
				</>
			),
		},
		{
			key: 'artist',
			header: t`Artist`,
			room: 'some',
			leads: (vote) => ['artists', vote.artist_id],
			render: (vote) => vote.en_name,
		},
		{ key: 'tickets', header: t`Votes`, strong: true, count: (vote) => vote.tickets },
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
			header: t`Restore`,
			fixed: true,
			align: 'end',
			room: 'some',
			render: (vote) =>
				vote.voided_time !== null && vote.restored_time === null ? (
					<Button
						variant="quiet"
						aria-label={t`Restore the votes of ${nameOf(vote)}`}
						onClick={() => setRestoring({ fan_id: vote.fan_id, name: nameOf(vote) })}
					>
						<Trans>Restore</Trans>
					</Button>
				) : null,
		});
	}
	return (
		<Card tight title={<Trans>Votes in this case</Trans>}>
			<DataTable
				label={t`Votes of the case`}
				rows={rows?.map((vote, index) => ({ ...vote, index }))}
				rowKey={(vote) => vote.index}
				nameOf={nameOf}
				view={view}
				read={read}
				nothing={<Empty lit={false} title={<Trans>No votes of this fan</Trans>} />}
				filters={<SearchField label={t`Number of a fan`} value={words} onChange={setWords} />}
				tools={{ list: 'case-votes', file }}
				columns={columns}
			/>
			{restoring && <RestoreDialog one={one} fan={restoring} onClose={() => setRestoring(null)} />}
		</Card>
	);
}

function VoteState({ vote }: { vote: CaseVote }) {
	const { t } = useLingui();
	if (vote.restored_time !== null) {
		return (
			<>
				<Tag tone="good">{t`Restored`}</Tag>
				{vote.returned > 0 && (
					<span className="cell-detail">
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
			{vote.returned > 0 && <span className="cell-detail">{t`${formatNumber(vote.returned)} gems returned`}</span>}
		</>
	);
}
