/** Lists all articles and videos, including drafts and scheduled ones. A row opens its editor. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ConsoleNews } from '#contract/operator/news.ts';
import { useDateTime } from '../../lib/format/time.ts';
import { VisibilityTag } from '../../lib/elements/visibility-tag.tsx';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { paths } from '../../paths.ts';
import { useNewsActions } from './news-actions.ts';

interface Props extends Pick<DataTableProps<ConsoleNews>, 'read' | 'view' | 'filters' | 'nothing'> {
	news: ConsoleNews[] | undefined;
}

export function NewsList({ news, ...rest }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<DataTable
			{...rest}
			label={t`News`}
			rows={news}
			rowKey={(row) => row.news_id}
			nameOf={(row) => row.title}
			actions={useNewsActions()}
			tools={{ list: 'news' }}
			columns={[
				{
					key: 'title',
					header: t`Title`,
					strong: true,
					sortAs: 'title',
					render: (row) => (
						<Link className="table-link" to={paths.one('news', row.news_id)}>
							{row.title}
						</Link>
					),
				},
				{ key: 'category', header: t`Category`, room: 'much', render: (row) => row.category_name },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{
					key: 'published',
					header: t`Published`,
					room: 'some',
					sortAs: 'published',
					render: (row) => dateTime(row.published_time),
				},
			]}
		/>
	);
}
