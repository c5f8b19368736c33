/** Lists cases. A row opens the page of its case. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import { useDateTime } from '../../../lib/format/time.ts';
import { DataTable, type DataTableProps } from '../../../lib/table/data-table.tsx';
import { paths } from '../../../paths.ts';
import { CaseStateTag } from './case-words.tsx';
import './cases.css';

interface Props extends Pick<DataTableProps<VoteCase>, 'read' | 'view' | 'nothing'> {
	cases: VoteCase[] | undefined;
}

export function CaseList({ cases, ...rest }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<DataTable
			{...rest}
			label={t`Cases`}
			rows={cases}
			rowKey={(row) => row.case_id}
			nameOf={(row) => t`Case ${row.case_id}`}
			tools={{ list: 'cases' }}
			columns={[
				{
					key: 'case',
					header: t`Case`,
					strong: true,
					sortAs: 'opened',
					render: (row) => (
						<>
							<Link className="table-link" to={paths.one('cases', row.case_id)}>
								<Trans>
									{row.case_id}: {row.reason}
								</Trans>
							</Link>
						</>
					),
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					render: (row) => (
						<Link className="cell-link" to={paths.one('rankings', row.ranking_key)}>
							{row.ranking_title}
						</Link>
					),
				},
				{ key: 'state', header: t`State`, render: (row) => <CaseStateTag state={row.state} /> },
				{ key: 'opened', header: t`Opened`, room: 'much', render: (row) => dateTime(row.opened_time) },
				{
					key: 'voided',
					header: t`Voided`,
					align: 'end',
					room: 'some',
					render: (row) => formatNumber(row.voided_tickets - row.restored_tickets),
				},
				{ key: 'votes', header: t`Votes`, align: 'end', strong: true, render: (row) => formatNumber(row.tickets) },
			]}
		/>
	);
}
