/** Lists all articles and videos, including drafts and scheduled ones. A row opens its editor. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ConsoleNews } from '#contract/operator/news.ts';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { VisibilityTag } from '../../lib/elements/visibility-tag.tsx';
import { paths } from '../../paths.ts';

export function NewsList({ news }: { news: ConsoleNews[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`News`}
			rows={news}
			rowKey={(row) => row.news_id}
			columns={[
				{
					key: 'title',
					header: t`Title`,
					strong: true,
					render: (row) => (
						<Link className="table-link" to={paths.one('news', row.news_id)}>
							{row.title}
						</Link>
					),
				},
				{ key: 'category', header: t`Category`, room: 'much', render: (row) => row.category_name },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{ key: 'published', header: t`Published`, room: 'some', render: (row) => dateTime(row.published_time) },
			]}
		/>
	);
}
