/** Cases: the list, or the page of one. */
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import { exportCaseVotes, exportedColumns } from '#contract/operator/lists/exports.ts';
import type { CaseVote, VoteCase } from '#contract/operator/voting/cases.ts';
import { listCases, listCaseVotes, readCase, restoreCase } from '#contract/operator/voting/cases.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { CaseFacts, caseStates, CaseSteps, restoreStep } from '../features/voting/cases/case.tsx';
import { isFanNumber } from '../features/voting/cases/chosen-votes.ts';
import { useRead } from '../lib/api/calls.tsx';
import { useList } from '../lib/lists/list-state.tsx';
import { Steps } from '../lib/dialogs/dialogs.tsx';
import { StateTag, TrailLink } from '../lib/elements/elements.tsx';
import { useDateTime, useMay } from '../lib/session/operator.tsx';
import { DataTable } from '../lib/table/data-table.tsx';
import { type DataColumn, useTableView } from '../lib/table/table.tsx';
import { paths } from '../nouns.ts';
import { ListPage } from '../shell/list-page.tsx';
import { Card, listOrOne, OnePage } from '../shell/page.tsx';
import '../features/voting/cases/cases.css';

export default listOrOne(Cases, OneCase);

function Cases() {
	return (
		<ListPage
			of={{ noun: 'case', list: listCases }}
			sorts={{ opened: 'desc' }}
			actions={<TrailLink to={paths.votes}>Votes by ranking</TrailLink>}
			nameOf={(row) => `Case ${row.case_id}`}
			none="No cases yet"
			hint="A case collects votes that should not count. Open one on the page of a ranking’s votes."
			columns={[
				{
					key: 'case',
					header: 'Case',
					strong: true,
					sortAs: 'opened',
					render: (row) => `${row.case_id}: ${row.reason}`,
				},
				{
					key: 'ranking',
					header: 'Ranking',
					room: 'some',
					leads: ['rankings', 'ranking_key'],
					render: 'ranking_title',
				},
				{ key: 'state', header: 'State', render: (row) => <StateTag looks={caseStates} state={row.state} /> },
				{ key: 'opened', header: 'Opened', room: 'much', time: 'opened_time' },
				{ key: 'voided', header: 'Voided', room: 'some', count: (row) => row.voided_tickets - row.restored_tickets },
				{ key: 'votes', header: 'Votes', strong: true, count: 'tickets' },
			]}
		/>
	);
}

/** Polling interval while a job voids or restores. */
const ASK_AGAIN_MS = 1_000;

function OneCase({ id }: { id: string }) {
	const caseId = Number(id);
	const read = useRead(
		readCase,
		{ params: { case_id: caseId } },
		{
			refetchInterval: ({ state: { data } }) =>
				data?.case.state === 'voiding' || data?.case.state === 'restoring' ? ASK_AGAIN_MS : false,
		},
	);
	const one = read.data?.case;
	const known = one && (
		<>
			<CaseFacts one={one} />
			<CaseSteps one={one} />
		</>
	);
	return (
		<OnePage of={['case_id', caseId]} title={`Case ${caseId}`} read={read} first={known}>
			{one && <VotesOf one={one} />}
		</OnePage>
	);
}

/** Lists the votes of a case by fan, with the status of each. */
function VotesOf({ one }: { one: VoteCase }) {
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
	const nameOf = ({ fan_id, name }: CaseVote) => name ?? `Fan ${fan_id}`;
	const file = {
		endpoint: exportCaseVotes,
		params,
		columns: exportedColumns.caseVotes,
		filter: query,
		fileName: `case-${one.case_id}.csv`,
		isPersonal: true,
	};
	const canRestore = !one.certified && one.state === 'voided' && may(restoreCase);
	const columns: DataColumn<CaseVote & { index: number }>[] = [
		{
			key: 'fan',
			header: 'Fan',
			strong: true,
			exportAs: ['fan', 'name', 'country', 'cast'],
			leads: ['fans', 'fan_id'],
			render: nameOf,
			renderDetail: (vote) => [vote.country, dateTime(vote.cast_time)].filter(Boolean).join(' · '),
		},
		{ key: 'artist', header: 'Artist', room: 'some', leads: ['artists', 'artist_id'], render: 'en_name' },
		{ key: 'tickets', header: 'Votes', strong: true, count: 'tickets' },
		{
			key: 'cost',
			header: 'Gems earned + bought',
			align: 'end',
			room: 'much',
			render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
		},
		{ key: 'state', header: 'State', render: (vote) => <VoteState vote={vote} /> },
	];
	if (canRestore) {
		columns.push({
			key: 'restore',
			header: 'Restore',
			fixed: true,
			align: 'end',
			room: 'some',
			render: (vote) => {
				const restore = {
					...restoreStep(one, { fan_id: vote.fan_id, name: nameOf(vote) }),
					when: vote.voided_time !== null && vote.restored_time === null,
					variant: 'quiet' as const,
					'aria-label': `Restore the votes of ${nameOf(vote)}`,
				};
				return <Steps params={params} steps={{ restore }} />;
			},
		});
	}
	return (
		<Card tight title="Votes in this case">
			<DataTable
				label="Votes of the case"
				rows={rows?.map((vote, index) => ({ ...vote, index }))}
				rowKey={(vote) => vote.index}
				nameOf={nameOf}
				view={view}
				read={read}
				empty="No votes of this fan"
				filters={<SearchField label="Number of a fan" value={words} onChange={setWords} />}
				tools={{ list: 'case-votes', file }}
				columns={columns}
			/>
		</Card>
	);
}

function VoteState({ vote: { voided_time: voided, restored_time: restored, returned, retaken } }: { vote: CaseVote }) {
	if (voided === null && restored === null) return <Tag>Counts</Tag>;
	const taken = retaken > 0 ? `${formatNumber(retaken)} gems taken back` : 'no gems taken';
	return (
		<>
			{restored === null ? <Tag tone="bad">Voided</Tag> : <Tag tone="good">Restored</Tag>}
			{returned > 0 && (
				<span className="cell-detail block faint regular text-xs">
					{restored === null ? `${formatNumber(returned)} gems returned` : taken}
				</span>
			)}
		</>
	);
}
