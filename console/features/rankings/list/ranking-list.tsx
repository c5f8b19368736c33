/** All rankings; a row opens its editor. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { DataTable, type DataTableProps } from '../../../lib/table/data-table.tsx';
import { lastDayBefore, shortDay } from '../../../lib/format/time.ts';
import { paths } from '../../../paths.ts';
import { RankingStatusTag } from '../ranking-status.tsx';

interface Props extends Pick<DataTableProps<ConsoleRanking>, 'read' | 'view' | 'filters' | 'nothing'> {
	rankings: ConsoleRanking[] | undefined;
}

export function RankingList({ rankings, ...rest }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const types = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	return (
		<DataTable
			{...rest}
			label={t`Rankings`}
			rows={rankings}
			rowKey={(row) => row.ranking_key}
			nameOf={(row) => row.title}
			tools={{ list: 'rankings' }}
			columns={[
				{
					key: 'title',
					header: t`Ranking`,
					strong: true,
					sortAs: 'title',
					render: (row) => (
						<Link className="table-link" to={paths.one('rankings', row.ranking_key)}>
							{row.title}
						</Link>
					),
				},
				{ key: 'type', header: t`Type`, room: 'much', render: (row) => types[row.ranking_type] },
				{ key: 'status', header: t`Status`, render: (row) => <RankingStatusTag ranking={row} /> },
				{
					key: 'period',
					header: t`Period (${zoneName})`,
					room: 'some',
					sortAs: 'start',
					render: (row) => t`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`,
				},
				{
					key: 'artists',
					header: t`Artists`,
					align: 'end',
					room: 'much',
					render: (row) => formatNumber(row.artist_count),
				},
				{
					key: 'votes',
					header: t`Votes`,
					align: 'end',
					room: 'some',
					strong: true,
					render: (row) => formatNumber(row.total_tickets),
				},
			]}
		/>
	);
}
