/** Lists the rankings whose votes can be inspected. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Table } from '#ui/primitives/table.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { lastDayBefore, shortDay } from '../../../lib/format/time.ts';
import { paths } from '../../../paths.ts';

interface Props {
	rankings: ConsoleRanking[] | undefined;
	renderStatus: (ranking: ConsoleRanking) => ReactNode;
}

export function RankingChoice({ rankings, renderStatus }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	return (
		<Table
			label={t`Votes by ranking`}
			rows={rankings}
			rowKey={(row) => row.ranking_key}
			columns={[
				{
					key: 'title',
					header: t`Ranking`,
					strong: true,
					render: (row) => (
						<Link className="table-link" to={paths.one('votes', row.ranking_key)}>
							{row.title}
						</Link>
					),
				},
				{ key: 'status', header: t`Status`, render: renderStatus },
				{
					key: 'period',
					header: t`Period (${zoneName})`,
					room: 'some',
					render: (row) => t`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`,
				},
				{
					key: 'votes',
					header: t`Votes`,
					align: 'end',
					strong: true,
					render: (row) => formatNumber(row.total_tickets),
				},
			]}
		/>
	);
}
